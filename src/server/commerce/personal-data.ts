import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import { rowPages, type Database, type PersonalData } from '#server/platform/database/index.ts'
import { erasedBuyer } from './orders/erased-buyer.ts'
import { cancelOpen } from './checkout/open-transaction.ts'
import { invoices, teamOrders, transactions } from './tables.ts'
import { eraseGiven, eraseReceived } from './gifts/erase-gifts.ts'
import { gifts } from './gifts/tables.ts'
import { refundAccountOf } from './payouts/refunds-by-hand.ts'
import { transferProofs, transfers } from './payments/transfer-tables.ts'
import { unpaidStates } from './orders/states.ts'

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
            gift: gifts,
            team: teamOrders,
            proofId: transferProofs.orderId,
          })
          .from(transactions)
          .leftJoin(transfers, eq(transfers.orderId, transactions.orderId))
          .leftJoin(transferProofs, eq(transferProofs.orderId, transactions.orderId))
          .leftJoin(gifts, eq(gifts.transactionId, transactions.id))
          .leftJoin(teamOrders, eq(teamOrders.transactionId, transactions.id))
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
          gift,
          team,
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
          gift: gift && {
            name: gift.name,
            email: gift.email,
            message: gift.message,
            sendOn: gift.sendOn,
            sentAt: gift.sentAt,
            claimedAt: gift.claimedAt,
          },
          team: team && { name: team.name, npwp: team.npwp, seats: team.seats },
          transfer: transfer && {
            state: transfer.state,
            proofAt: transfer.proofAt,
            sentence: transfer.sentence,
            refundAccount: transfer.refundNumber && refundAccountOf(transfer),
            proof: proofId && `/api/my-transaction/${id}/proof`,
          },
        }),
      )
    },

    async erase(tx, { id }) {
      // All at first, as everywhere: what refers to them is changed below, and their rows after it.
      const isTheirs = eq(transactions.studentId, id)
      await tx.select({ id: transactions.id }).from(transactions).where(isTheirs).orderBy(transactions.id).for('update')
      // The provider may still accept a payment of these; settling it refunds it.
      const isOpen = and(isTheirs, inArray(transactions.state, unpaidStates))
      for (const row of await tx.select().from(transactions).where(isOpen)) await cancelOpen(tx, { clock }, row)
      // The order is bookkeeping; its proof shows an account and a name.
      const orders = tx
        .select({ orderId: transactions.orderId })
        .from(transactions)
        .where(eq(transactions.studentId, id))
      await tx.delete(transferProofs).where(inArray(transferProofs.orderId, orders))
      await tx
        .update(transfers)
        .set({ refundBank: null, refundNumber: null, refundHolder: null })
        .where(inArray(transfers.orderId, orders))
      await tx
        .update(transfers)
        .set({ state: 'cancelled' })
        .where(and(inArray(transfers.orderId, orders), inArray(transfers.state, ['open', 'checking', 'refused'])))
      const buyer = erasedBuyer(id)
      const theirs = tx.select({ id: transactions.id }).from(transactions).where(eq(transactions.studentId, id))
      await tx.update(invoices).set({ buyer }).where(inArray(invoices.transactionId, theirs))
      await tx
        .update(transactions)
        .set({ buyerName: buyer.name, buyerEmail: buyer.email })
        .where(eq(transactions.studentId, id))
      // The number may be that of the person; the name is of the team, which may go on.
      await tx.update(teamOrders).set({ npwp: null }).where(inArray(teamOrders.transactionId, theirs))
      await eraseGiven(tx, id)
      await eraseReceived(tx, id)
    },
  }
}
