import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { jakartaMidnight } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { FigureKind } from './tables.ts'

/** Where figures come from, for counting them again in parts. */
export type FigureSource = {
  name: string
  kinds: readonly FigureKind[]
  /** A part is everything of a subject, or of a day. */
  part: 'subject' | 'day'
  /** At most `limit` keys of parts after this one (null: the first ones), in order. */
  keysAfter(key: string | null, limit: number): Promise<string[]>
  /** Selects `kind, subject, day, value` of one part. */
  count(key: string): SQL
  /** Repairs other counters of this part; true when they were wrong. */
  repair?(key: string): Promise<boolean>
}

/** Days from the first to the last row of a table, as the keys of a source. `where` is what an index on the instant covers. */
export const daysOf =
  (
    database: Database,
    { table, instant, where = sql`true` }: { table: PgTable; instant: AnyPgColumn; where?: SQL },
  ): FigureSource['keysAfter'] =>
  async (key, limit) => {
    const [range] = await database.query
      .select({
        first: sql<string | null>`jakarta_day(min(${instant}))::text`,
        last: sql<string | null>`jakarta_day(max(${instant}))::text`,
      })
      .from(table)
      .where(where)
    const rows = await database.query
      .select({ key: sql<string>`day::date::text` })
      .from(
        sql`generate_series(coalesce(${key}::date + 1, ${range?.first ?? null}::date), ${range?.last ?? null}::date, interval '1 day') as day`,
      )
      .limit(limit)
    return rows.map((row) => row.key)
  }

/** Condition: the instant is within this day (WIB). */
export function onDay(instant: AnyPgColumn, day: string): SQL {
  const from = jakartaMidnight(day)
  const to = new Date(from.getTime() + dayMs)
  return sql`${instant} >= ${from.toISOString()}::timestamptz and ${instant} < ${to.toISOString()}::timestamptz`
}
