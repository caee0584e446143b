import { createFairQueue } from './fair-queue.ts'
import { Overloaded, TextTooCostly } from '#server/platform/too-costly.ts'

/** A task ended its worker process twice, as a picture does that makes the decoder crash. */
export class WorkerCrashed extends Error {
  override name = 'WorkerCrashed'
}

const waitingAtMost = 64
const idleMs = 30_000

/** Limits of one task: `baseMs` and `perMbMs` of its input, `mostMs` in all, counted from its own start. Memory is that of JavaScript. */
type Kind = { workers: number; memoryMb: number; baseMs: number; perMbMs: number; mostMs: number; isRepeated: boolean }

/** The worst case of this machine is the sum over all kinds: workers × memory, and each worker one processor for `mostMs`. */
export const workerKinds = {
  // A text of 10 KB takes some milliseconds; the rest is for busy machines.
  texts: { workers: 1, memoryMb: 256, baseMs: 10_000, perMbMs: 10_000, mostMs: 15_000, isRepeated: false },
  // Also documents and drawings.
  pictures: { workers: 2, memoryMb: 512, baseMs: 30_000, perMbMs: 3_000, mostMs: 60_000, isRepeated: true },
  // An archive of 64 MB takes a third of its time on a slow machine; one of a hundred thousand questions is small, and takes ten seconds beside other work.
  courses: { workers: 1, memoryMb: 512, baseMs: 25_000, perMbMs: 1_000, mostMs: 60_000, isRepeated: false },
  // The index of a video of twelve hours takes a second and 300 MB.
  videos: { workers: 1, memoryMb: 512, baseMs: 15_000, perMbMs: 0, mostMs: 15_000, isRepeated: false },
  // Hashes of other platforms, which cost what their maker chose.
  passwords: { workers: 1, memoryMb: 64, baseMs: 15_000, perMbMs: 0, mostMs: 15_000, isRepeated: true },
} as const satisfies Record<string, Kind>
type KindName = keyof typeof workerKinds

/** Strings and bytes of an input, roughly. */
function sizeOf(input: unknown): number {
  if (typeof input === 'string') return input.length
  if (input instanceof Uint8Array) return input.byteLength
  if (typeof input !== 'object' || input === null) return 8
  return Object.values(input).reduce((sum: number, value) => sum + sizeOf(value), 0)
}

const deadlineOf = (input: unknown, { baseMs, perMbMs, mostMs }: Kind): number =>
  Math.round(Math.min(mostMs, baseMs + (sizeOf(input) / 1024 / 1024) * perMbMs))

// tinypool has no classes for its errors.
const isCrash = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Worker exited unexpectedly' ||
    ['ERR_IPC_CHANNEL_CLOSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? ''))
const isFull = (error: unknown): boolean => error instanceof Error && error.message === 'Task queue is at limit'

/** Workers that were ended by what they worked on, since the start of this process. */
export const endedWorkers = { crash: 0, limit: 0 }

const pools = new Map<KindName, ReturnType<typeof openPool>>()

async function openPool({ workers, memoryMb }: Kind) {
  const { Tinypool } = await import('tinypool')
  const pool = new Tinypool({
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: idleMs,
    maxQueue: waitingAtMost,
    execArgv: [`--max-old-space-size=${memoryMb}`],
    // Without the environment of this process: its secrets are none of the workers' business.
    env: {},
  })
  // A worker that ended without a task is replaced by the next one; an event without a listener would end this process.
  pool.on('error', () => {})
  return pool
}

/** As many at a time as there are workers, so that a deadline counts from the start of a task. Waiting people take turns. */
const queueOf = ({ workers }: Kind, waiting: { waitingAtMost: number; waitingPerClientAtMost: number }) =>
  createFairQueue({ atOnce: workers, ...waiting })
const many = { waitingAtMost, waitingPerClientAtMost: waitingAtMost }
const queues = {
  texts: queueOf(workerKinds.texts, { waitingAtMost: 200, waitingPerClientAtMost: 20 }),
  pictures: queueOf(workerKinds.pictures, many),
  courses: queueOf(workerKinds.courses, many),
  videos: queueOf(workerKinds.videos, many),
  passwords: queueOf(workerKinds.passwords, many),
}

const loader = new URL('load-in-worker.ts', import.meta.url).href
/** To start a worker and load its libraries, on a busy machine. None of it counts against the deadline of a task. */
const startMs = 60_000

function tooCostly(name: string, cause: unknown): TextTooCostly {
  endedWorkers.limit++
  return new TextTooCostly(name, { cause })
}

type Task = { file: URL; name: string; input: unknown; deadlineMs: number }

async function runOnce(kind: KindName, { file, name, input, deadlineMs }: Task): Promise<unknown> {
  const opening = pools.get(kind) ?? openPool(workerKinds[kind])
  pools.set(kind, opening)
  const pool = await opening
  const load = () => pool.run(file.href, { filename: loader, signal: AbortSignal.timeout(startMs) })
  // The task has not begun: a worker that is gone was ended by someone else.
  await load().catch((error: unknown) => {
    if (!isCrash(error)) throw error
    return load()
  })
  const signal = AbortSignal.timeout(deadlineMs)
  try {
    return await pool.run(input, { filename: file.href, name, signal })
  } catch (error) {
    if (signal.aborted) throw tooCostly(name, error)
    throw error
  }
}

/**
 * Runs an exported function in a worker process, for native libraries that decode what users send, and for large libraries that are rarely
 * needed: a crash does not reach this process, and all memory is given back when the worker has been idle for half a minute. `file` is the URL
 * of the function's source; input and result are copied. Throws what the function throws, Overloaded when too many tasks wait,
 * WorkerCrashed, also when the memory of its kind is used up, and TextTooCostly after the deadline.
 */
export function runInWorker<Run extends (input: never) => unknown>(
  kind: Exclude<KindName, 'texts'>,
  file: URL,
  name: string,
  input: Parameters<Run>[0],
  client = 'everyone',
): Promise<Awaited<ReturnType<Run>>> {
  const task = { file, name, input, deadlineMs: deadlineOf(input, workerKinds[kind]) }
  return queues[kind](client, async (): Promise<Awaited<ReturnType<Run>>> => {
    const run = () => runOnce(kind, task) as Promise<Awaited<ReturnType<Run>>>
    try {
      // Once more, because the worker may also have been ended by someone else, such as an operator.
      return await run().catch((error: unknown) => {
        if (!isCrash(error)) throw error
        endedWorkers.crash++
        if (!workerKinds[kind].isRepeated) throw error
        return run()
      })
    } catch (error) {
      if (isCrash(error)) throw new WorkerCrashed(`${name} of ${file.href}`, { cause: error })
      if (isFull(error)) throw new Overloaded('Too many tasks wait for a worker process')
      throw error
    }
  })
}

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
  deadlineMs = deadlineOf(input, workerKinds.texts),
): Promise<Awaited<ReturnType<Run>>> {
  return queues.texts(client, async (): Promise<Awaited<ReturnType<Run>>> => {
    try {
      return (await runOnce('texts', { file, name, input, deadlineMs })) as Awaited<ReturnType<Run>>
    } catch (error) {
      if (isCrash(error) || (error as Partial<Error> | null)?.name === 'RangeError') throw tooCostly(name, error)
      if (isFull(error)) throw new Overloaded('Too many texts wait for a worker process')
      throw error
    }
  })
}
