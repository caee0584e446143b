import { and, asc, eq, gt, inArray, or, type SQL } from 'drizzle-orm'
import type { PersonalData } from '#server/identity/index.ts'
import { rowPages, type Database, type Queryable } from '#server/platform/database/index.ts'
import { cartItems } from './cart-tables.ts'
import { gifts } from './gifts/tables.ts'
import { bankAccounts, payouts } from './payouts/tables.ts'
import { refundRequests } from './settlement/refunds-tables.ts'
import { transactions } from './tables.ts'
import { wishes, wishNotices } from './checkout/wishlist-tables.ts'

const idOf = ({ id }: { id: string }): string => id

/** Payouts to an instructor, and refunds to a buyer. */
const isTheirs = (queryable: Queryable, userId: string): SQL | undefined =>
  or(
    eq(payouts.instructorId, userId),
    inArray(
      payouts.transactionId,
      queryable.select({ id: transactions.id }).from(transactions).where(eq(transactions.studentId, userId)),
    ),
  )

/** What a person asked for and is told besides their purchases; of an instructor also where money is sent. */
export function shoppingPersonalData({ database }: { database: Database }): PersonalData {
  return {
    name: 'shopping',

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
      const readRequests = (after: string | null, limit: number) =>
        query
          .select()
          .from(refundRequests)
          .where(and(eq(refundRequests.studentId, userId), after === null ? undefined : gt(refundRequests.id, after)))
          .orderBy(asc(refundRequests.id))
          .limit(limit)
      const readPayouts = (after: string | null, limit: number) =>
        query
          .select()
          .from(payouts)
          .where(and(isTheirs(query, userId), after === null ? undefined : gt(payouts.id, after)))
          .orderBy(asc(payouts.id))
          .limit(limit)
      const [wished, inCart, [account]] = await Promise.all([
        query.select().from(wishes).where(eq(wishes.userId, userId)),
        query.select().from(cartItems).where(eq(cartItems.userId, userId)),
        query.select().from(bankAccounts).where(eq(bankAccounts.userId, userId)),
      ])
      return {
        giftsReceived: rowPages(idOf, readReceived, ({ itemTitle, gift: { name, message, claimedAt } }) => ({
          itemTitle,
          name,
          message,
          claimedAt,
        })),
        refundRequests: rowPages(
          idOf,
          readRequests,
          ({ transactionId, reason, state, sentence, createdAt, decidedAt }) => ({
            transactionId,
            reason,
            state,
            sentence,
            createdAt,
            decidedAt,
          }),
        ),
        wishlist: wished.map(({ kind, itemId, priceIdr, createdAt }) => ({ kind, itemId, priceIdr, createdAt })),
        cart: inCart.map(({ kind, itemId, createdAt }) => ({ kind, itemId, createdAt })),
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
          ({ amountIdr, state, bank, number, holder, reference, createdAt, decidedAt }) => ({
            amountIdr,
            state,
            bank,
            number,
            holder,
            reference,
            createdAt,
            decidedAt,
          }),
        ),
      }
    },

    async erase(tx, { id }) {
      await tx.update(refundRequests).set({ reason: '' }).where(eq(refundRequests.studentId, id))
      await tx.delete(cartItems).where(eq(cartItems.userId, id))
      await tx.delete(bankAccounts).where(eq(bankAccounts.userId, id))
      // What is on its way is still to be sent.
      await tx
        .update(payouts)
        .set({ bank: '', number: '', holder: '' })
        .where(and(isTheirs(tx, id), inArray(payouts.state, ['sent', 'failed', 'withdrawn'])))
      await tx.delete(wishes).where(eq(wishes.userId, id))
      await tx.delete(wishNotices).where(eq(wishNotices.userId, id))
    },
  }
}
