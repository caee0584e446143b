import { and, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './driver.ts'

/** Deletes at most `limit` rows, those that come first, and returns how many. */
export async function deleteSome(
  query: Queryable,
  table: PgTable,
  { id, where, first = [] }: { id: PgColumn; where: SQL | undefined; first?: PgColumn[] },
  limit: number,
): Promise<number> {
  const some = query
    .select({ id })
    .from(table)
    .where(where)
    .orderBy(...first)
    .limit(limit)
  // Again, for what another process changed meanwhile.
  const deleted = await query
    .delete(table)
    .where(and(inArray(id, some), where))
    .returning({ id })
  return deleted.length
}
