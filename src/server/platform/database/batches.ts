import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './driver.ts'

// PostgreSQL limits a statement to 65,535 parameters.
const batchSize = 10_000

/** Runs a query for a list of any length, in batches. */
export async function inBatches<Item, Row>(
  items: readonly Item[],
  read: (batch: Item[]) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < items.length; start += batchSize) {
    for (const row of await read(items.slice(start, start + batchSize))) rows.push(row)
  }
  return rows
}

/** Inserts a list of any length; `atOnce` rows in a statement, of up to 60 columns. */
export async function insertAll<Table extends PgTable>(
  query: Queryable,
  table: Table,
  rows: readonly PgInsertValue<Table>[],
  atOnce = 1_000,
): Promise<void> {
  for (let start = 0; start < rows.length; start += atOnce)
    await query.insert(table).values(rows.slice(start, start + atOnce))
}
