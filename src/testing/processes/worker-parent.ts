import { runInWorker } from '#server/platform/work/worker-pool.ts'
import type { addUp } from './worker-tasks.ts'

// A process with a worker; prints the id of the worker's process, then waits.

const { pid } = await runInWorker<typeof addUp>('pictures', new URL('worker-tasks.ts', import.meta.url), 'addUp', {
  numbers: new Uint8Array([1]),
})
process.stdout.write(`${pid}\n`)
process.stdin.resume().on('end', () => process.exit())
