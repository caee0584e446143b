import { speedUpImports } from '#server/speed-up-imports.ts'

// npm run build: makes dist/, so that the product starts without the development packages, and quickly. Runs when loaded.

speedUpImports()
const [{ ensureBuilt }, { runCommand, say }] = await Promise.all([import('#server/web-build/index.ts'), import('./run-command.ts')])

await runCommand('Not built', async () => {
  await ensureBuilt((what) => say(`· ${what}`))
  // Compiles the server into the cache that the start reads: where the product runs, it may not be allowed to write there.
  await import('#server/start.ts')
  say('dist is up to date')
})
