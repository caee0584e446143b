import { failureStatus, fieldErrors, retryAfterSeconds } from '#contract/client.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'

/** How long a run waits in all for a server that asks for pauses. */
export const maximumWaitSeconds = 60
/** Fails for every other row too: no right or no proof, too many calls, a server that is closed. */
const concernsAll = new Set([401, 403, 429, 503])

export type BulkProgress = {
  /** Rows that are through. */ finished: number
  total: number
  /** The server asked for a pause. */ isWaiting: boolean
}
export type BulkOutcome<Row> = {
  done: readonly Row[]
  failures: readonly { row: Row; sentence: string }[]
  /** Not tried: the run was stopped, or what failed concerns all. */
  left: readonly Row[]
}
type Options<Row> = {
  rows: readonly Row[]
  call: (row: Row) => Promise<unknown>
  /** Stops before the next call. */
  signal: AbortSignal
  onProgress: (progress: BulkProgress) => void
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Calls for one row after the other. A row that fails is told with what the server says, and the others go on. */
export async function runBulk<Row>({
  rows,
  call,
  signal,
  onProgress,
  pause = sleep,
}: Options<Row>): Promise<BulkOutcome<Row>> {
  const done: Row[] = []
  const failures: { row: Row; sentence: string }[] = []
  let waitLeft = maximumWaitSeconds
  const tell = (isWaiting: boolean) =>
    onProgress({ finished: done.length + failures.length, total: rows.length, isWaiting })

  /** The seconds until a call that failed is made again; null when it is not. */
  function takeWait(error: unknown): number | null {
    const asked = retryAfterSeconds(error)
    const seconds = asked === null ? null : Math.max(1, asked)
    if (seconds === null || seconds > waitLeft) return null
    waitLeft -= seconds
    return seconds
  }

  const queue = [...rows]
  for (let row = queue[0]; row !== undefined && !signal.aborted; row = queue[0]) {
    tell(false)
    try {
      await call(row)
      done.push(row)
    } catch (error) {
      const seconds = takeWait(error)
      if (seconds !== null) {
        tell(true)
        await pause(seconds * 1000, signal)
        continue
      }
      failures.push({ row, sentence: sentenceOf(error) })
      if (isAboutAll(error)) return { done, failures, left: queue.slice(1) }
    }
    queue.shift()
  }
  return { done, failures, left: queue }
}

/** A failure without a status is one of the connection. */
function isAboutAll(error: unknown): boolean {
  const status = failureStatus(error)
  return status === null || concernsAll.has(status)
}

/** Names the wrong fields of a row; else describes the failure. */
function sentenceOf(error: unknown): string {
  const fields = Object.values(fieldErrors(error)).map((message) => message.replace(/\.$/, ''))
  return fields.length > 0 ? `${fields.join('. ')}.` : describeFailure(error)
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, signal.aborted ? 0 : ms)
    signal.addEventListener('abort', end, { once: true })
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
