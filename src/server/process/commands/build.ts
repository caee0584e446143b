import { parseArgs } from 'node:util'
import { endWithParent } from '#server/platform/child-process.ts'
import { speedUpImports } from '#server/process/speed-up-imports.ts'

// npm run build: makes dist/, so that the product starts without the development packages, and quickly. With --pages-only it makes what a
// start needs. Runs when loaded.

endWithParent()
speedUpImports()
const [{ ensureBuilt }, { buildBundle, startModule }, { runCommand, say }] = await Promise.all([
  import('#server/process/web-build/index.ts'),
  import('#server/process/bundle/index.ts'),
  import('./run-command.ts'),
])
const { values } = parseArgs({ options: { 'pages-only': { type: 'boolean', default: false } } })
const onProgress = (what: string) => say(`· ${what}`)

await runCommand('Not built', async () => {
  await ensureBuilt(onProgress)
  // Compiles the server, and what operator commands import, into the cache that the start reads: where the product runs, it may not be
  // allowed to write there.
  await import('#server/process/start.ts')
  if (!values['pages-only']) {
    await buildBundle(onProgress)
    await import(startModule)
  }
  say('dist is up to date')
})
