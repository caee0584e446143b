import { asc, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from './driver.ts'

/** Counting ends here, so that a long queue does not make monitoring slow. */
const countedAtMost = 1000

/** For monitoring: how many rows wait, at most 1000, and for how many seconds the one that is due first has been due. */
export async function measureQueue(
  queryable: Queryable,
  { dueAt, where, now }: { dueAt: PgColumn; where: SQL | undefined; now: Date },
): Promise<{ count: number; oldestSeconds: number }> {
  const rows = (await queryable
    .select({ dueAt })
    .from(dueAt.table)
    .where(where)
    .orderBy(asc(dueAt))
    .limit(countedAtMost)) as { dueAt: Date | null }[]
  const first = rows[0]?.dueAt ?? now
  return { count: rows.length, oldestSeconds: Math.max(0, now.getTime() - first.getTime()) / 1000 }
}
