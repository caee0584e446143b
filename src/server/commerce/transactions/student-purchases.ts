import { and, desc, eq } from 'drizzle-orm'
import type { StudentPurchase } from '#contract/commerce/orders-staff.ts'
import { amountOf } from '#server/commerce/items/refund-lines.ts'
import { invoices, transactionLines, transactions } from '#server/commerce/tables.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'

const maximumShown = 20

export async function listStudentPurchases(
  { database }: CommerceDeps,
  { courseId, studentId }: { courseId: string; studentId: string },
): Promise<StudentPurchase[]> {
  const rows = await database.query
    .select({ line: transactionLines, row: transactions, invoiceId: invoices.number })
    .from(transactionLines)
    .innerJoin(transactions, eq(transactions.id, transactionLines.transactionId))
    .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
    .where(and(eq(transactionLines.receiverId, studentId), eq(transactionLines.itemId, courseId)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(maximumShown)
  return rows.map(({ line, row, invoiceId }) => ({
    transactionId: row.id,
    invoiceId,
    state: row.state,
    amount: amountOf(line),
    refunded: line.refundedAmountIdr,
    isGift: row.giftEmail !== null,
    createdAt: row.createdAt.toISOString(),
  }))
}
