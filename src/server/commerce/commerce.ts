import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { ListTransactionsInput, TransactionDetail } from '#contract/sales.ts'
import type { Invoice, ItemKind, PaymentNotification, Transaction } from '#contract/commerce.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Mail } from '#server/mail/index.ts'
import type { Refused, Throttle } from '#server/throttle/index.ts'
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
import { exportEarnings, readEarnings, type EarningsAsk } from './ledger/earnings.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { guardPromo } from './guess-limits.ts'
import { findOpen } from './open-transaction.ts'
import { receipts, refreshes } from './limits.ts'
import { refundByStaff } from './refund.ts'
import { mailReceipt } from './receipt.ts'
import { createPromoAdmin } from './staff/promo-codes.ts'
import { listTransactions } from './staff/list-transactions.ts'
import { showTransaction } from './staff/show-transaction.ts'
import { runDueWork } from './due-work.ts'
import { readSalesFigures } from './figures.ts'
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
  mail: Mail
  audit: Audit
  throttle: Throttle
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
    checkout: ({ client, ...ask }: CheckoutAsk & { client: string }) =>
      guardPromo(deps, { promoCode: ask.promoCode, studentId: ask.student.id, client }, () => checkout(deps, ask)),
    createPromo: (tx: DatabaseTransaction, promo: NewPromo) => createPromo(tx, promo),
    readEarnings: (ask: EarningsAsk) => readEarnings(deps, ask),
    exportEarnings: (ask: EarningsAsk) => exportEarnings(deps, ask),
    readFigures: (courseIds: readonly string[] | null, since: Date) => readSalesFigures(database.query, courseIds, since),
    runDueWork: () => runDueWork(deps),

    /** What an item costs, with a promo code or without. */
    async quote({ item: wanted, promoCode, studentId, client }: { item: ItemAddress; promoCode: string | null; studentId: string | null; client: string }) {
      const readQuote = async (tx: DatabaseTransaction) => {
        const item = await items[wanted.kind].findForSale(wanted.id, tx)
        if (!item) return { outcome: 'not-found' as const }
        const open = studentId === null ? null : await findOpen(tx, studentId, item)
        const price = await priceItem(tx, { item, code: promoCode, studentId, transactionId: open?.id ?? null, now: clock.now() })
        return price ? { outcome: 'priced' as const, price } : { outcome: 'invalid-promo' as const }
      }
      return guardPromo(deps, { promoCode, studentId, client }, () => database.transaction(readQuote))
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
      // A page that waits asks often: beyond that it is told what is known.
      const mayAsk = await deps.throttle.take([refreshes, student.id])
      const outcome = mayAsk.allowed ? await settle(deps, before.orderId) : 'unchanged'
      const after = await findMine(student, transactionId)
      const [shown] = after ? await withDetails([after]) : []
      return shown ? { transaction: presentTransaction(shown), outcome } : null
    },

    /** Mails the receipt once more, to the address it was bought with. */
    async resendReceipt(student: Viewer, transactionId: string): Promise<{ email: string } | 'not-found' | 'not-paid' | Refused> {
      const row = await findMine(student, transactionId)
      if (!row) return 'not-found'
      const [issued] = await database.query.select().from(invoices).where(eq(invoices.transactionId, row.id))
      if (!issued) return 'not-paid'
      const mayAsk = await deps.throttle.take([receipts, row.id])
      if (!mayAsk.allowed) return mayAsk
      await database.transaction((tx) => mailReceipt(tx, deps, row, issued.number, 'receipt'))
      return { email: row.buyerEmail }
    },

    listAll: (input: ListTransactionsInput) => listTransactions(database, input),

    async showAny(transactionId: string): Promise<TransactionDetail | null> {
      const [row] = await database.query.select().from(transactions).where(eq(transactions.id, transactionId))
      const [shown] = row ? await withDetails([row]) : []
      return shown ? showTransaction(deps, shown.row, presentInvoice(shown, await settings.readSite())) : null
    },

    async refreshAny(transactionId: string): Promise<SettleOutcome> {
      const [row] = await database.query.select({ orderId: transactions.orderId }).from(transactions).where(eq(transactions.id, transactionId))
      return row ? settle(deps, row.orderId) : 'unknown-order'
    },

    refund: (ask: Parameters<typeof refundByStaff>[1]) => refundByStaff(deps, ask),
    promoCodes: createPromoAdmin({ ...deps, catalog }),
  }
}
