import { ensureBuilt } from '#server/web-build/index.ts'
import { runCommand, say } from './run-command.ts'

// npm run build: makes dist/, so that the product starts without the development packages. Runs when loaded.

await runCommand('Not built', async () => {
  await ensureBuilt((what) => say(`· ${what}`))
  say('dist is up to date')
})
