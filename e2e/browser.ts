import { existsSync } from 'node:fs'

// What a browser under test must not do: ask anybody outside for anything.
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic', '--no-first-run']

/** An installed Chromium where there is one, else the one that comes with the dev dependencies (Linux). */
export async function findBrowser(): Promise<{ executablePath?: string; args: string[] }> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  )
  if (installed) return { executablePath: installed, args: [...quiet, ...asRoot] }
  // Playwright's own browser is what other systems have.
  if (process.platform !== 'linux') return { args: quiet }
  const { default: chromium } = await import('@sparticuz/chromium')
  return { executablePath: await chromium.executablePath(), args: [...quiet, ...asRoot] }
}
