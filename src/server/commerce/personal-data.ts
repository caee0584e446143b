import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { invoices, transactions } from './tables.ts'

/** Commerce's personal data. Bookkeeping must be retained, so purchases and invoices are pseudonymized instead of deleted. */
export function commercePersonalData({ database }: { database: Database }): PersonalData {
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

    async erase(tx, { id }) {
      // One pseudonym per buyer, so that purchases of one buyer stay related.
      const buyer = { name: `Pembeli ${id.slice(-6)}`, email: `terhapus-${id}@invalid` }
      const theirs = tx.select({ id: transactions.id }).from(transactions).where(eq(transactions.studentId, id))
      await tx.update(invoices).set({ buyer }).where(inArray(invoices.transactionId, theirs))
      await tx.update(transactions).set({ buyerName: buyer.name, buyerEmail: buyer.email }).where(eq(transactions.studentId, id))
    },
  }
}
