import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Invoice, ItemKind, PaymentNotification, Transaction } from '#contract/commerce.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction as DatabaseTransaction } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { Library } from '#server/library/index.ts'
import type { Settings } from '#server/settings/index.ts'
import { checkout, type CheckoutAsk } from './checkout.ts'
import { courseItems } from './items/course-items.ts'
import type { ItemAddress, Items } from './items/item.ts'
import { ebookItems } from './items/ebook-items.ts'
import { readEarnings } from './ledger/earnings.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { runDueWork } from './due-work.ts'
import { presentInvoice, presentTransaction, type ShownTransaction } from './present.ts'
import { createPromo, priceItem, type NewPromo } from './promo.ts'
import { receiveNotification } from './receive-notification.ts'
import { settle, type SettleOutcome } from './settle-payment.ts'
import { invoices, transactions, type TransactionRow } from './tables.ts'

type Given = {
  database: Database
  catalog: Catalog
  learning: Learning
  library: Library
  identity: Identity
  settings: Settings
  payments: PaymentProvider
  clock: Clock
  log: Logger
  /** The product's own address, for the way back from the provider's page. */
  publicUrl: string
}

export type CommerceDeps = Omit<Given, 'catalog' | 'learning' | 'library'> & { items: Items }

export type Commerce = ReturnType<typeof createCommerce>

export function createCommerce({ catalog, learning, library, ...given }: Given) {
  const deps: CommerceDeps = { ...given, items: { course: courseItems({ catalog, learning }), ebook: ebookItems({ library }) } }
  const { database, items, settings, clock } = deps

  /** Adds what a transaction's presentation needs; an item that was bought is never deleted. */
  async function withDetails(rows: readonly TransactionRow[]): Promise<ShownTransaction[]> {
    if (rows.length === 0) return []
    const idsOf = (kind: ItemKind) => rows.filter((row) => row.kind === kind).map((row) => row.itemId)
    const faces = new Map([...(await items.course.describe(idsOf('course'))), ...(await items.ebook.describe(idsOf('ebook')))])
    const ids = rows.map((row) => row.id)
    const issued = new Map(
      (await database.query.select().from(invoices).where(inArray(invoices.transactionId, ids))).map((invoice) => [invoice.transactionId, invoice]),
    )
    return rows.map((row) => {
      const face = faces.get(row.itemId)
      if (!face) throw new Error(`The ${row.kind} of transaction ${row.id} is gone`)
      return { row, face, extras: items[row.kind].extras, invoice: issued.get(row.id) ?? null, now: clock.now() }
    })
  }

  /** Somebody else's transaction is not found. */
  async function findMine(student: Viewer, transactionId: string): Promise<TransactionRow | null> {
    const [row] = await database.query
      .select()
      .from(transactions)
      .where(and(eq(transactions.id, transactionId), student.role === 'admin' ? undefined : eq(transactions.studentId, student.id)))
    return row ?? null
  }

  return {
    browser: deps.payments.browser,
    checkout: (ask: CheckoutAsk) => checkout(deps, ask),
    createPromo: (tx: DatabaseTransaction, promo: NewPromo) => createPromo(tx, promo),
    readEarnings: (ask: Parameters<typeof readEarnings>[1]) => readEarnings(deps, ask),
    runDueWork: () => runDueWork(deps),

    /** What an item costs; null when it is not for sale, 'invalid-promo' when the code is not good for it. */
    async quote({ item: wanted, promoCode, studentId }: { item: ItemAddress; promoCode: string | null; studentId: string | null }) {
      return database.transaction(async (tx) => {
        const item = await items[wanted.kind].findForSale(wanted.id, tx)
        if (!item) return null
        return (await priceItem(tx, { item, code: promoCode, studentId, transactionId: null, now: clock.now() })) ?? 'invalid-promo'
      })
    },

    receiveNotification: (notification: PaymentNotification) => receiveNotification(deps, notification),

    async listMine(student: Pick<Viewer, 'id'>): Promise<Transaction[]> {
      const rows = await database.query
        .select()
        .from(transactions)
        .where(eq(transactions.studentId, student.id))
        .orderBy(desc(transactions.createdAt), desc(transactions.id))
      return (await withDetails(rows)).map(presentTransaction)
    },

    async showMine(student: Viewer, transactionId: string): Promise<Invoice | null> {
      const row = await findMine(student, transactionId)
      if (!row) return null
      const [shown] = await withDetails([row])
      return shown ? presentInvoice(shown, await settings.readSite()) : null
    },

    /** Asks the provider again; null when it is not this student's. The answer is the transaction as it stands afterwards. */
    async refreshMine(student: Viewer, transactionId: string): Promise<{ transaction: Transaction; outcome: SettleOutcome } | null> {
      const before = await findMine(student, transactionId)
      if (!before) return null
      const outcome = await settle(deps, before.orderId)
      const after = await findMine(student, transactionId)
      const [shown] = after ? await withDetails([after]) : []
      return shown ? { transaction: presentTransaction(shown), outcome } : null
    },
  }
}
