import { setPriority } from 'node:os'
import { build } from '#server/process/build-web.ts'
import { NotBuilt } from '#server/process/ensure-built.ts'
import { endWithParent, reportProgress } from '#server/platform/child-process.ts'

// npm run build: makes dist (web, renderer, server). Runs when loaded.

endWithParent()
// React and Vite choose what they build by it; a test or a shell that sets another one would get pages that cannot be rendered.
process.env.NODE_ENV = 'production'
// The bundler gives memory back as soon as it is free: a third less at its peak.
process.env.MIMALLOC_PURGE_DELAY = '0'
// A first start waits longest for its database and its demo, which have one thread each. All threads of the bundler inherit this: half the share of
// others, so that building does not starve on a machine that is busy with something else.
setPriority(3)
try {
  await build(reportProgress)
  process.stdout.write('dist is up to date\n')
} catch (error) {
  process.stderr.write(
    `Not built: ${error instanceof NotBuilt ? error.message : String((error as Error).stack ?? error)}\n`,
  )
  process.exitCode = 1
}
