import { and, eq, inArray, isNotNull, notInArray, or } from 'drizzle-orm'
import { openStates, paidStates } from '#server/commerce/orders/states.ts'
import { transactions } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { erasedAddress } from '#server/platform/erased-address.ts'
import { gifts } from './tables.ts'

const erased = (userId: string) => ({ email: erasedAddress(userId), name: 'Pengguna terhapus', message: '' })

/**
 * Whom an erased giver gave something. What is paid and not claimed yet is still to be sent: the claim erases the rest, or
 * the refund does; what staff check is erased when they have decided.
 */
export async function eraseGiven(tx: Tx, giverId: string): Promise<void> {
  const given = tx.select({ id: transactions.id }).from(transactions).where(eq(transactions.studentId, giverId))
  const ended = tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.studentId, giverId), notInArray(transactions.state, [...paidStates])))
  await tx
    .update(gifts)
    .set(erased(giverId))
    .where(
      or(and(inArray(gifts.transactionId, given), isNotNull(gifts.claimedAt)), inArray(gifts.transactionId, ended)),
    )
  await tx
    .update(transactions)
    .set({ giftEmail: erasedAddress(giverId) })
    .where(
      and(
        eq(transactions.studentId, giverId),
        isNotNull(transactions.giftEmail),
        // Each of several that staff still check needs an address of its own.
        notInArray(transactions.state, [...openStates]),
      ),
    )
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
