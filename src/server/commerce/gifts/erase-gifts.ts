import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { transactions } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { erasedAddress } from '#server/platform/erased-address.ts'
import { gifts } from './tables.ts'

const erased = (userId: string) => ({ email: erasedAddress(userId), name: 'Pengguna terhapus', message: '' })

/** Whom an erased giver gave something. What is not claimed yet is still to be sent: claiming it erases the rest. */
export async function eraseGiven(tx: Tx, giverId: string): Promise<void> {
  const given = tx.select({ id: transactions.id }).from(transactions).where(eq(transactions.studentId, giverId))
  await tx
    .update(gifts)
    .set(erased(giverId))
    .where(and(inArray(gifts.transactionId, given), isNotNull(gifts.claimedAt)))
  await tx
    .update(transactions)
    .set({ giftEmail: erasedAddress(giverId) })
    .where(and(eq(transactions.studentId, giverId), isNotNull(transactions.giftEmail)))
}

/** How givers addressed an erased receiver. */
export async function eraseReceived(tx: Tx, receiverId: string): Promise<void> {
  const received = await tx
    .update(gifts)
    .set(erased(receiverId))
    .where(eq(gifts.claimedBy, receiverId))
    .returning({ id: gifts.transactionId })
  const ids = received.map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .update(transactions)
      .set({ giftEmail: erasedAddress(receiverId) })
      .where(inArray(transactions.id, ids))
}
