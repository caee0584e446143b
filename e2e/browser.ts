import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realTimeEnvironment } from '../src/testing/processes/environment.ts'

const projectRoot = fileURLToPath(new URL('..', import.meta.url))

// A browser under test contacts nothing outside, and draws without emulating a graphics card.
const quiet = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

export type BrowserOptions = { executablePath?: string; args: string[]; env?: Record<string, string> }

/**
 * The Chromium of the dev dependencies (Linux), whatever else is installed, so that every machine runs the tests in the same browser
 * with the same fonts. CHROMIUM_PATH names another one, for looking.
 */
export async function findBrowser(): Promise<BrowserOptions> {
  const args = [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, args }
  // Elsewhere: the browser that Playwright installs.
  if (process.platform !== 'linux') return { args }
  const folder = await unpackBrowser()
  const executablePath = join(folder, 'chromium')
  return { executablePath, args, env: { ...realTimeEnvironment(), ...environmentFor(folder, executablePath) } }
}

/**
 * Unpacks the browser once for each version, into the project. The package itself would unpack into the system's temporary folder,
 * where a half-written, an older or another user's browser could be.
 */
async function unpackBrowser(): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const packageFolder = join(dirname(resolve('@sparticuz/chromium')), '..')
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(projectRoot, 'node_modules/.cache/cendaki', `chromium-${version}`)
  if (existsSync(folder)) return folder

  const { inflate } = await import('@sparticuz/chromium')
  const partial = `${folder}.${process.pid}`
  await mkdir(partial, { recursive: true })
  const { TMPDIR: before } = process.env
  process.env.TMPDIR = partial
  try {
    await Promise.all(
      ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) =>
        inflate(join(packageFolder, 'bin', name)),
      ),
    )
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  await writeFile(join(partial, 'fonts.conf'), fontsConfiguration(folder))
  // The first of several processes that unpack at once wins.
  await rename(partial, folder).catch(async (error: unknown) => {
    await rm(partial, { recursive: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}

function fontsConfiguration(folder: string): string {
  const escaped = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escaped}/fonts</dir>
  <cachedir>${escaped}/fonts-cache</cachedir>
</fontconfig>
`
}

/** The package brings the libraries that a bare system lacks; where the system has them, its own are used. */
function environmentFor(folder: string, executablePath: string): Record<string, string> {
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const candidates = [fonts, { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023/lib') }]
  const attempts = candidates.map(
    (env) => () =>
      spawnSync(executablePath, ['--version'], { env: { ...realTimeEnvironment(), ...env }, encoding: 'utf8' }),
  )
  let message = ''
  for (const [index, attempt] of attempts.entries()) {
    const { status, stderr, error } = attempt()
    if (status === 0) return candidates[index] ?? fonts
    message = error?.message ?? stderr
  }
  throw new Error(`The tests' browser does not start (${executablePath}): ${message.trim()}`)
}
