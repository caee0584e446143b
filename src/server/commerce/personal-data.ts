import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import { rowPages, type Database } from '#server/platform/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { erasedBuyer } from './invoice/erased-buyer.ts'
import { cancelOpen } from './checkout/open-transaction.ts'
import { invoices, transactions } from './tables.ts'
import { cartItems } from './cart/tables.ts'
import { eraseGiven, eraseReceived } from './gifts/erase-gifts.ts'
import { bankAccounts, payouts } from './payouts/tables.ts'
import { refundRequests } from './refunds/tables.ts'
import { transferProofs, transfers } from './transfers/tables.ts'
import { wishes, wishNotices } from './wishlist/tables.ts'
import { unpaidStates } from './settlement/transition.ts'

/** Commerce's personal data. Bookkeeping must be retained, so purchases and invoices are pseudonymized instead of deleted. */
export function commercePersonalData({ database, clock }: { database: Database; clock: Clock }): PersonalData {
  return {
    name: 'purchases',

    async export(userId) {
      const read = (after: string | null, limit: number) =>
        database.query
          .select({
            transaction: transactions,
            number: invoices.number,
            transfer: transfers,
            proofId: transferProofs.orderId,
          })
          .from(transactions)
          .leftJoin(transfers, eq(transfers.orderId, transactions.orderId))
          .leftJoin(transferProofs, eq(transferProofs.orderId, transactions.orderId))
          .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
          .where(and(eq(transactions.studentId, userId), after === null ? undefined : gt(transactions.id, after)))
          .orderBy(asc(transactions.id))
          .limit(limit)
      return rowPages(
        ({ transaction }) => transaction.id,
        read,
        ({
          transaction: { id, kind, itemId, itemTitle, buyerName, buyerEmail, amountIdr, state, createdAt, paidAt },
          number,
          transfer,
          proofId,
        }) => ({
          id,
          kind,
          itemId,
          itemTitle,
          buyerName,
          buyerEmail,
          amountIdr,
          state,
          createdAt,
          paidAt,
          invoiceNumber: number,
          transfer: transfer && {
            state: transfer.state,
            proofAt: transfer.proofAt,
            sentence: transfer.sentence,
            proof: proofId && `/api/my-transaction/${id}/proof`,
          },
        }),
      )
    },

    async erase(tx, { id }) {
      const isOpen = and(eq(transactions.studentId, id), inArray(transactions.state, unpaidStates))
      // The provider may still accept a payment of these; settling it refunds it.
      for (const row of await tx.select().from(transactions).where(isOpen).for('update'))
        await cancelOpen(tx, { clock }, row)
      // What was sent is bookkeeping; the picture shows an account and a name.
      const orders = tx
        .select({ orderId: transactions.orderId })
        .from(transactions)
        .where(eq(transactions.studentId, id))
      await tx.delete(transferProofs).where(inArray(transferProofs.orderId, orders))
      await tx
        .update(transfers)
        .set({ state: 'cancelled' })
        .where(and(inArray(transfers.orderId, orders), inArray(transfers.state, ['open', 'checking', 'refused'])))
      await tx.update(refundRequests).set({ reason: '' }).where(eq(refundRequests.studentId, id))
      await tx.delete(cartItems).where(eq(cartItems.userId, id))
      await tx.delete(bankAccounts).where(eq(bankAccounts.userId, id))
      // What is on its way is still to be sent.
      await tx
        .update(payouts)
        .set({ bank: '', number: '', holder: '' })
        .where(and(eq(payouts.instructorId, id), inArray(payouts.state, ['sent', 'failed'])))
      await tx.delete(wishes).where(eq(wishes.userId, id))
      await tx.delete(wishNotices).where(eq(wishNotices.userId, id))
      const buyer = erasedBuyer(id)
      const theirs = tx.select({ id: transactions.id }).from(transactions).where(eq(transactions.studentId, id))
      await tx.update(invoices).set({ buyer }).where(inArray(invoices.transactionId, theirs))
      await tx
        .update(transactions)
        .set({ buyerName: buyer.name, buyerEmail: buyer.email })
        .where(eq(transactions.studentId, id))
      await eraseGiven(tx, id)
      await eraseReceived(tx, id)
    },
  }
}
