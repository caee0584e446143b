import { sql, type SQL } from 'drizzle-orm'
import { refundTasks, transactions } from '#server/commerce/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'

/** Condition on rows of `transactions`: money of it is on its way back, so that a gift is neither sent nor claimed. */
export const hasDueRefund: SQL = sql`exists (select 1 from ${refundTasks}
  where ${refundTasks.transactionId} = ${transactions.id} and ${refundTasks.state} = 'due')`

export async function isRefundDue(queryable: Queryable, transactionId: string): Promise<boolean> {
  const [due] = await queryable
    .select({ id: transactions.id })
    .from(transactions)
    .where(sql`${transactions.id} = ${transactionId} and ${hasDueRefund}`)
  return due !== undefined
}
