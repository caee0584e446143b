import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { SlowQuery, SlowQueryLimit } from '#server/platform/database/index.ts'
import { currentRequest } from '#server/platform/http/index.ts'

/** A slow query of this process. `route` is the request that it belonged to; null for background work. */
type SlowQueryRecord = SlowQuery & { at: Date; route: string | null }

const maximumRecords = 100
const maximumTextLength = 1_000

export type SlowQueries = { limit: SlowQueryLimit; /** The newest first. */ list(): SlowQueryRecord[] }

/** Logs queries that take longer than `overMs` with the request that they belong to, and holds the newest ones in memory. 0 turns it off. */
export function createSlowQueries({
  log,
  clock,
  overMs,
}: {
  log: Pick<Logger, 'warn'>
  clock: Clock
  overMs: number
}): SlowQueries {
  const records: SlowQueryRecord[] = []
  const notify: SlowQueryLimit['notify'] = ({ text, ms }) => {
    const request = currentRequest()
    const shown = text.replaceAll(/\s+/g, ' ').slice(0, maximumTextLength)
    records.unshift({ text: shown, ms, at: clock.now(), route: request?.route ?? null })
    records.length = Math.min(records.length, maximumRecords)
    log.warn({ ms, route: request?.route ?? null, requestId: request?.requestId ?? null, query: shown }, 'slow query')
  }
  return { limit: { overMs: overMs > 0 ? overMs : Infinity, notify }, list: () => [...records] }
}
