import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { titleOf } from '#server/commerce/items/resolve-purchase.ts'
import { refundTasks, transactionLines } from '#server/commerce/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'

/** Titles of the items that refunds name, by the keys of the refunds. One of a whole order is not among them. */
export async function readRefundTitles(
  queryable: Queryable,
  refundKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const isNamed = and(
    eq(transactionLines.transactionId, refundTasks.transactionId),
    sql`${transactionLines.id} = any(${refundTasks.lineIds})`,
  )
  const rows = await queryable
    .select({ key: refundTasks.refundKey, title: transactionLines.itemTitle })
    .from(refundTasks)
    .innerJoin(transactionLines, isNamed)
    .where(inArray(refundTasks.refundKey, [...refundKeys]))
    .orderBy(asc(transactionLines.position))
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, lines]) => [key, titleOf(lines.map(({ title }) => title))]),
  )
}
