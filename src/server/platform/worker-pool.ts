import { Overloaded } from './http/index.ts'

/** A task ended its worker process twice, as a picture does that makes the decoder crash. */
export class WorkerCrashed extends Error {
  override name = 'WorkerCrashed'
}

const workersAtMost = 2
const waitingAtMost = 64
const idleMs = 30_000

// tinypool has no classes for its errors.
const isCrash = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Worker exited unexpectedly' || ['ERR_IPC_CHANNEL_CLOSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? ''))
const isFull = (error: unknown): boolean => error instanceof Error && error.message === 'Task queue is at limit'

let opening: ReturnType<typeof openPool> | undefined

async function openPool() {
  const { Tinypool } = await import('tinypool')
  const pool = new Tinypool({
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: workersAtMost,
    idleTimeout: idleMs,
    maxQueue: waitingAtMost,
    execArgv: [],
    // Without the environment of this process: its secrets are none of the workers' business.
    env: {},
  })
  // A worker that ended without a task is replaced by the next one; an event without a listener would end this process.
  pool.on('error', () => {})
  return pool
}

/**
 * Runs an exported function in a worker process, for native libraries that decode what users send, and for large libraries that are rarely
 * needed: a crash does not reach this process, and all memory is given back when the worker has been idle for half a minute. `file` is the URL
 * of the function's source; input and result are copied. Throws what the function throws, Overloaded when too many tasks wait, and
 * WorkerCrashed.
 */
export async function runInWorker<Run extends (input: never) => unknown>(
  file: URL,
  name: string,
  input: Parameters<Run>[0],
): Promise<Awaited<ReturnType<Run>>> {
  const pool = await (opening ??= openPool())
  const run = () => pool.run(input, { filename: file.href, name }) as Promise<Awaited<ReturnType<Run>>>
  try {
    // Once more, because the worker may also have been ended by someone else, such as an operator.
    return await run().catch((error: unknown) => (isCrash(error) ? run() : Promise.reject(error)))
  } catch (error) {
    if (isCrash(error)) throw new WorkerCrashed(`${name} of ${file.href}`, { cause: error })
    if (isFull(error)) throw new Overloaded('Too many tasks wait for a worker process')
    throw error
  }
}
