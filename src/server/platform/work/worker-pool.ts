import { createFairQueue } from './fair-queue.ts'
import { Overloaded, TextTooCostly } from '#server/platform/http/index.ts'

export { TextTooCostly }

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
  (error.message === 'Worker exited unexpectedly' ||
    ['ERR_IPC_CHANNEL_CLOSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? ''))
const isFull = (error: unknown): boolean => error instanceof Error && error.message === 'Task queue is at limit'

/** Workers that were ended by what they worked on, since the start of this process. */
export const endedWorkers = { crash: 0, limit: 0 }

let opening: ReturnType<typeof openPool> | undefined
let openingForTexts: ReturnType<typeof openPool> | undefined

type PoolSize = { workersAtMost: number; execArgv?: string[] }

async function openPool({ workersAtMost: maxThreads, execArgv = [] }: PoolSize) {
  const { Tinypool } = await import('tinypool')
  const pool = new Tinypool({
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    maxQueue: waitingAtMost,
    execArgv,
    // Without the environment of this process: its secrets are none of the workers' business.
    env: {},
  })
  // A worker that ended without a task is replaced by the next one; an event without a listener would end this process.
  pool.on('error', () => {})
  return pool
}

function tooCostly(name: string, cause: unknown): TextTooCostly {
  endedWorkers.limit++
  return new TextTooCostly(name, { cause })
}

/**
 * Runs an exported function in a worker process, for native libraries that decode what users send, and for large libraries that are rarely
 * needed: a crash does not reach this process, and all memory is given back when the worker has been idle for half a minute. `file` is the URL
 * of the function's source; input and result are copied. Throws what the function throws, Overloaded when too many tasks wait,
 * WorkerCrashed, and TextTooCostly after the deadline.
 */
export async function runInWorker<Run extends (input: never) => unknown>(
  file: URL,
  name: string,
  input: Parameters<Run>[0],
  deadlineMs?: number,
): Promise<Awaited<ReturnType<Run>>> {
  const pool = await (opening ??= openPool({ workersAtMost }))
  const signal = deadlineMs === undefined ? undefined : AbortSignal.timeout(deadlineMs)
  const run = () =>
    pool.run(input, { filename: file.href, name, ...(signal && { signal }) }) as Promise<Awaited<ReturnType<Run>>>
  try {
    // Once more, because the worker may also have been ended by someone else, such as an operator.
    return await run().catch((error: unknown) => {
      if (!isCrash(error)) throw error
      endedWorkers.crash++
      return run()
    })
  } catch (error) {
    if (signal?.aborted) throw tooCostly(name, error)
    if (isCrash(error)) throw new WorkerCrashed(`${name} of ${file.href}`, { cause: error })
    if (isFull(error)) throw new Overloaded('Too many tasks wait for a worker process')
    throw error
  }
}

/** Of a clock: starting a worker on a busy machine takes some seconds of it. No text that people write takes one. */
const textDeadlineMs = 15_000
const textMemoryMb = 256
/** One at a time, so that a deadline counts from the start of a task. Waiting people take turns. */
const enqueueText = createFairQueue({ atOnce: 1, waitingAtMost: 200, waitingPerClientAtMost: 20 })

/**
 * Runs a parser of users' texts in a worker process, with a limit of time and of memory: no text can hold up other requests. Throws TextTooCostly when
 * a limit ends it, or when the text is nested so deeply that the parser has no stack left; Overloaded when too many texts wait. Waiting texts of
 * different clients take turns.
 */
export function parseInWorker<Run extends (input: never) => unknown>(
  client: string,
  file: URL,
  name: string,
  input: Parameters<Run>[0],
  deadlineMs = textDeadlineMs,
): Promise<Awaited<ReturnType<Run>>> {
  return enqueueText(client, async (): Promise<Awaited<ReturnType<Run>>> => {
    const pool = await (openingForTexts ??= openPool({
      workersAtMost: 1,
      execArgv: [`--max-old-space-size=${textMemoryMb}`],
    }))
    const signal = AbortSignal.timeout(deadlineMs)
    try {
      return (await pool.run(input, { filename: file.href, name, signal })) as Awaited<ReturnType<Run>>
    } catch (error) {
      if (signal.aborted || isCrash(error) || (error as Partial<Error> | null)?.name === 'RangeError')
        throw tooCostly(name, error)
      if (isFull(error)) throw new Overloaded('Too many texts wait for a worker process')
      throw error
    }
  })
}
