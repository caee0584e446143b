import { build, NotBuilt } from '#server/process/web-build/index.ts'
import { endWithParent } from '#server/platform/child-process.ts'

// npm run build: makes dist (web, renderer, server). Runs when loaded.

endWithParent()
try {
  await build()
  process.stdout.write('dist is up to date\n')
} catch (error) {
  process.stderr.write(`Not built: ${error instanceof NotBuilt ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}
