import { eq } from 'drizzle-orm'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { transfers, type TransferRow } from './transfer-tables.ts'

export type TransferWithOrder = { row: TransactionRow; transfer: TransferRow }

/** Both rows locked, the transaction first as everywhere; null for one that is not paid by hand. */
export async function lockTransfer(tx: Tx, transactionId: string): Promise<TransferWithOrder | null> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, transactionId)).for('update')
  if (!row) return null
  const [transfer] = await tx.select().from(transfers).where(eq(transfers.orderId, row.orderId)).for('update')
  return transfer ? { row, transfer } : null
}
