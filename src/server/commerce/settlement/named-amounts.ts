import { and, eq, isNotNull, ne, or, type SQL } from 'drizzle-orm'
import { refundTasks } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** A refund that is owed, but refused by the provider, is made by hand. */
export const isMadeSomehow = or(ne(refundTasks.state, 'refused'), isNotNull(refundTasks.refusedAt))
export const isStillDue = eq(refundTasks.state, 'due')

/** How much of each line goes back by such refunds of this transaction that name it; infinite where that is all of it. */
export async function findNamedAmounts(
  tx: Tx,
  transactionId: string,
  which: SQL | undefined,
): Promise<ReadonlyMap<string, number>> {
  const tasks = await tx
    .select({ lineIds: refundTasks.lineIds, linesRefundedIdr: refundTasks.linesRefundedIdr })
    .from(refundTasks)
    .where(and(eq(refundTasks.transactionId, transactionId), isNotNull(refundTasks.lineIds), which))
  const named = new Map<string, number>()
  for (const { lineIds, linesRefundedIdr } of tasks)
    for (const [index, lineId] of (lineIds ?? []).entries())
      named.set(lineId, Math.max(named.get(lineId) ?? 0, linesRefundedIdr?.[index] ?? Infinity))
  return named
}
