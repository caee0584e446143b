import { and, asc, eq, gt, inArray, or, type SQL } from 'drizzle-orm'
import {
  personalDataOf,
  rowPages,
  type Database,
  type PersonalData,
  type Queryable,
} from '#server/platform/database/index.ts'
import { ownedCart } from './cart-tables.ts'
import { gifts } from './gifts/tables.ts'
import { bankAccounts, ownedAccounts, payoutProofs, payouts } from './payouts/tables.ts'
import { ownedRequests, refundRequests } from './orders/refund-request-tables.ts'
import { transactions } from './tables.ts'
import { orderNotes } from './transactions/order-notes-tables.ts'
import { ownedWishes, ownedWishNotices } from './checkout/wishlist-tables.ts'

const idOf = ({ id }: { id: string }): string => id

/** The transactions that a person bought in. */
const boughtBy = (queryable: Queryable, userId: string) =>
  queryable.select({ id: transactions.id }).from(transactions).where(eq(transactions.studentId, userId))

/** Payouts to an instructor, and refunds to a buyer. */
const isTheirs = (queryable: Queryable, userId: string): SQL | undefined =>
  or(eq(payouts.instructorId, userId), inArray(payouts.transactionId, boughtBy(queryable, userId)))

const tables = {
  refundRequests: ownedRequests,
  wishlist: ownedWishes,
  wishNotices: ownedWishNotices,
  cart: ownedCart,
  bankAccounts: ownedAccounts,
}

/** Personal data around purchases: wishes, cart, gifts, messages …; of an instructor also where money is sent. */
export function shoppingPersonalData({ database }: { database: Database }): PersonalData {
  return personalDataOf(database, 'shopping', tables, {
    async export(userId) {
      const { query } = database
      const readReceived = (after: string | null, limit: number) =>
        query
          .select({ id: gifts.transactionId, itemTitle: transactions.itemTitle, gift: gifts })
          .from(gifts)
          .innerJoin(transactions, eq(transactions.id, gifts.transactionId))
          .where(and(eq(gifts.claimedBy, userId), after === null ? undefined : gt(gifts.transactionId, after)))
          .orderBy(asc(gifts.transactionId))
          .limit(limit)
      const readPayouts = (after: string | null, limit: number) =>
        query
          .select({ id: payouts.id, payout: payouts, proofId: payoutProofs.payoutId })
          .from(payouts)
          .leftJoin(payoutProofs, eq(payoutProofs.payoutId, payouts.id))
          .where(and(isTheirs(query, userId), after === null ? undefined : gt(payouts.id, after)))
          .orderBy(asc(payouts.id))
          .limit(limit)
      // Notes that were not sent are of admins for each other.
      const readMessages = (after: string | null, limit: number) =>
        query
          .select()
          .from(orderNotes)
          .where(
            and(
              inArray(orderNotes.transactionId, boughtBy(query, userId)),
              eq(orderNotes.isSent, true),
              after === null ? undefined : gt(orderNotes.id, after),
            ),
          )
          .orderBy(asc(orderNotes.id))
          .limit(limit)
      const [account] = await query.select().from(bankAccounts).where(eq(bankAccounts.userId, userId))
      return {
        giftsReceived: rowPages(idOf, readReceived, ({ itemTitle, gift: { name, message, claimedAt } }) => ({
          itemTitle,
          name,
          message,
          claimedAt,
        })),
        messages: rowPages(idOf, readMessages, ({ transactionId, text, createdAt }) => ({
          transactionId,
          text,
          createdAt,
        })),
        bankAccount: account
          ? {
              bank: account.bank,
              number: account.number,
              holder: account.holder,
              verifiedAt: account.verifiedAt,
              updatedAt: account.updatedAt,
            }
          : null,
        payouts: rowPages(
          idOf,
          readPayouts,
          ({ payout: { id, amountIdr, state, bank, number, holder, reference, createdAt, decidedAt }, proofId }) => ({
            amountIdr,
            state,
            bank,
            number,
            holder,
            reference,
            createdAt,
            decidedAt,
            proof: proofId && `/api/payouts/${id}/proof`,
          }),
        ),
      }
    },

    async erase(tx, { id }) {
      await tx.update(refundRequests).set({ reason: '' }).where(eq(refundRequests.studentId, id))
      await tx.delete(orderNotes).where(inArray(orderNotes.transactionId, boughtBy(tx, id)))
      await tx.update(orderNotes).set({ authorId: null }).where(eq(orderNotes.authorId, id))
      const ended = tx.select({ id: payouts.id }).from(payouts).where(isTheirs(tx, id))
      await tx.delete(payoutProofs).where(inArray(payoutProofs.payoutId, ended))
      // A payout under way is still to be sent.
      await tx
        .update(payouts)
        .set({ bank: '', number: '', holder: '' })
        .where(and(isTheirs(tx, id), inArray(payouts.state, ['sent', 'failed', 'withdrawn'])))
    },
  })
}
