import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { invoices, transactions } from './tables.ts'

/** What commerce knows about a person. Bookkeeping has to be kept, so purchases and invoices stay, in nobody's name. */
export function createCommercePersonalData({ database }: { database: Database }): PersonalData {
  return {
    name: 'purchases',

    async export(userId) {
      const rows = await database.query
        .select({ transaction: transactions, number: invoices.number })
        .from(transactions)
        .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
        .where(eq(transactions.studentId, userId))
      return rows.map(({ transaction: { id, kind, itemId, itemTitle, buyerName, buyerEmail, amountIdr, state, createdAt, paidAt }, number }) => ({
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
      }))
    },

    async forget(tx, { id }) {
      // The same pseudonym everywhere: purchases of one buyer still belong together.
      const buyer = { name: `Pembeli ${id.slice(-6)}`, email: `terhapus-${id}@invalid` }
      const theirs = tx.select({ id: transactions.id }).from(transactions).where(eq(transactions.studentId, id))
      await tx.update(invoices).set({ buyer }).where(inArray(invoices.transactionId, theirs))
      await tx.update(transactions).set({ buyerName: buyer.name, buyerEmail: buyer.email }).where(eq(transactions.studentId, id))
    },
  }
}
