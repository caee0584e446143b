import { asc, desc, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './driver.ts'

/** An order by one key, and by id for equal keys, both in one direction. Neither is ever null. */
export type KeysetOrder = {
  key: AnyPgColumn | SQL
  type: 'instant' | 'integer' | 'text'
  id: AnyPgColumn
  descending: boolean
}
export type KeysetInput = { cursor?: string | undefined; page: number; limit: number }
export type KeysetPage<Row> = { rows: Row[]; next: string | null; previous: string | null }

type Counted = { total: number; isCounted: boolean }
type Position = { isBackwards: boolean; value: string; id: string }

/**
 * One page of a list by key. Its query takes `where`, `orderBy`, `limit` and `offset`, and selects `position` and the id; `finish` makes the page of its rows.
 * A cursor of another order starts at the first page.
 */
export function keyset({ key, type, id, descending }: KeysetOrder, { cursor, page, limit }: KeysetInput) {
  const from = cursor === undefined ? null : readCursor(cursor, type)
  const isFirst = from === null && page === 1
  const isDescending = descending !== (from?.isBackwards ?? false)
  const direction = isDescending ? desc : asc
  const beyond = (row: { value: string; id: string }) =>
    sql`(${key}, ${id}) ${sql.raw(isDescending ? '<' : '>')} (${valueOf(row.value, type)}, ${row.id}::uuid)`
  return {
    where: from ? beyond({ value: from.value, id: from.id }) : undefined,
    /** Condition: after this row, for lists that are read to their end. */
    after: ({ position, id: lastId }: { position: string; id: string }): SQL => beyond({ value: position, id: lastId }),
    orderBy: [direction(key), direction(id)],
    /** One more than shown: whether there is another page. */
    limit: limit + 1,
    offset: from ? 0 : (page - 1) * limit,
    isFirst,
    position: positionOf(key, type),
    /** The number of all rows: of those found, when there are no others, so that a search runs once; otherwise what `count` returns. */
    count: async (found: readonly unknown[], count: () => Promise<Counted>): Promise<Counted> =>
      isFirst && found.length <= limit ? { total: found.length, isCounted: true } : count(),
    finish<Row extends { position: string; id: string }>(found: readonly Row[]): KeysetPage<Row> {
      const shown = found.slice(0, limit)
      const rows = from?.isBackwards ? shown.toReversed() : shown
      const [first, last] = [rows.at(0), rows.at(-1)]
      const hasMore = found.length > limit
      const hasNext = from?.isBackwards || hasMore
      const hasPrevious = from ? !from.isBackwards || hasMore : page > 1
      return {
        rows,
        next: last && hasNext ? writeCursor('n', last) : null,
        previous: first && hasPrevious ? writeCursor('p', first) : null,
      }
    },
  }
}

export type Keyset = ReturnType<typeof keyset>

const writeCursor = (direction: 'n' | 'p', { position, id }: { position: string; id: string }): string =>
  `${direction}.${Buffer.from(`=${position}`).toString('base64url')}.${id}`

const patterns = { instant: /^\d{1,16}$/, integer: /^\d{1,9}$/, text: /^[^\0]{0,200}$/ }

/** Null for a cursor that this order cannot have made. */
function readCursor(cursor: string, type: KeysetOrder['type']): Position | null {
  const [direction = '', encoded = '', id = ''] = cursor.split('.')
  const value = Buffer.from(encoded, 'base64url').toString()
  if (!value.startsWith('=') || !patterns[type].test(value.slice(1))) return null
  return { isBackwards: direction === 'p', value: value.slice(1), id }
}

/** Microseconds, because a Date has milliseconds only. */
const positionOf = (key: KeysetOrder['key'], type: KeysetOrder['type']): SQL<string> =>
  type === 'instant' ? sql<string>`(extract(epoch from ${key}) * 1000000)::bigint::text` : sql<string>`${key}::text`

function valueOf(value: string, type: KeysetOrder['type']): SQL {
  if (type === 'instant') return sql`(timestamptz '1970-01-01T00:00:00Z' + ${value}::bigint * interval '1 microsecond')`
  return type === 'integer' ? sql`${value}::integer` : sql`${value}::text`
}

/** Caps a count that ended at one more than this many. `isCounted` is false when there are more. */
export const countedUpTo = (most: number, total: number): Counted => ({
  total: Math.min(total, most),
  isCounted: total <= most,
})

/** Counts rows, at most this many. */
export async function countUpTo(
  queryable: Queryable,
  most: number,
  table: PgTable,
  where: SQL | undefined,
): Promise<Counted> {
  const rows = queryable
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(most + 1)
    .as('some_rows')
  const [counted] = await queryable.select({ total: sql<number>`count(*)::int` }).from(rows)
  return countedUpTo(most, counted?.total ?? 0)
}
