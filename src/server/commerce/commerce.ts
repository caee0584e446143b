import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ExportTransactionsInput, ListTransactionsInput, TransactionDetail } from '#contract/commerce/sales.ts'
import type { Invoice, ItemKind, PaymentNotification, Transaction } from '#contract/commerce/commerce.ts'
import type { Rejected } from '#server/platform/rate-limiter/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { cancelTransaction, type CancelOutcome } from './checkout/cancel-transaction.ts'
import { checkout, type CheckoutRequest } from './checkout/checkout.ts'
import type { CommerceDeps, CommerceModuleDeps } from './deps.ts'
import { courseItems } from './items/course-items.ts'
import type { ItemKey } from './items/item.ts'
import { ebookItems } from './items/ebook-items.ts'
import { exportEarnings, readEarnings, type EarningsQuery } from './ledger/earnings.ts'
import { guardPromo, rejectPromo, type PromoCaller } from './promo/promo-rate-limits.ts'
import { findOpen } from './checkout/open-transaction.ts'
import { receipts, refreshes } from './checkout/rate-limits.ts'
import { refundByStaff } from './settlement/refund.ts'
import { acceptReview } from './settlement/resolve-review.ts'
import { mailReceipt } from './messages.ts'
import { promoCodesModule } from './staff/promo-codes.ts'
import { exportTransactions, readOrdersCsv } from './staff/export-transactions.ts'
import { listTransactions } from './staff/list-transactions.ts'
import { showTransaction } from './staff/show-transaction.ts'
import { readDue, runDueWork } from './settlement/due-work.ts'
import { listAttention, readSalesFigures } from './figures.ts'
import { presentInvoice, presentTransaction, type ShownTransaction } from './present.ts'
import { createPromo, priceItem, type NewPromo } from './promo/promo.ts'
import { receiveNotification } from './settlement/receive-notification.ts'
import { settle, type SettleOutcome } from './settlement/settle-payment.ts'
import { invoices, transactions, type TransactionRow } from './tables.ts'

export type Commerce = ReturnType<typeof commerceModule>

export function commerceModule({ catalog, learning, library, ...given }: CommerceModuleDeps) {
  const deps: CommerceDeps = { ...given, items: { course: courseItems({ catalog, learning }), ebook: ebookItems({ library }) } }
  const { database, items, settings, clock } = deps

  /** Adds the data that presenting a transaction needs. A purchased item is never deleted. */
  async function withDetails(rows: readonly TransactionRow[]): Promise<ShownTransaction[]> {
    if (rows.length === 0) return []
    const idsOf = (kind: ItemKind) => rows.filter((row) => row.kind === kind).map((row) => row.itemId)
    const summaries = new Map([...(await items.course.describe(idsOf('course'))), ...(await items.ebook.describe(idsOf('ebook')))])
    const ids = rows.map((row) => row.id)
    const issued = new Map(
      (await database.query.select().from(invoices).where(inArray(invoices.transactionId, ids))).map((invoice) => [invoice.transactionId, invoice]),
    )
    return rows.map((row) => {
      const summary = summaries.get(row.itemId)
      if (!summary) throw new Error(`The ${row.kind} of transaction ${row.id} does not exist`)
      return { row, summary, extras: items[row.kind].extras, invoice: issued.get(row.id) ?? null, now: clock.now() }
    })
  }

  /** Null for a transaction of another student; admins find all. */
  async function findMine(student: Viewer, transactionId: string): Promise<TransactionRow | null> {
    const [row] = await database.query
      .select()
      .from(transactions)
      .where(and(eq(transactions.id, transactionId), student.role === 'admin' ? undefined : eq(transactions.studentId, student.id)))
    return row ?? null
  }

  return {
    browser: deps.payments.browser,
    checkout: ({ client, ...request }: CheckoutRequest & { client: string }) =>
      guardPromo(deps, { promoCode: request.promoCode, studentId: request.student.id, client, solution: null }, () => checkout(deps, request)),
    createPromo: (tx: Tx, promo: NewPromo) => createPromo(tx, clock, promo),
    readEarnings: (query: EarningsQuery) => readEarnings(deps, query),
    exportEarnings: (query: EarningsQuery) => exportEarnings(deps, query),
    readFigures: (courseIds: readonly string[] | null, since: Date) => readSalesFigures(database.query, courseIds, since),
    listAttention: () => listAttention(database.query, clock.now()),
    runDueWork: () => runDueWork(deps),
    readDue: () => readDue(deps),

    /** The price of an item, with or without a promo code. */
    async quote({ item: wanted, ...caller }: { item: ItemKey } & PromoCaller) {
      const { promoCode, studentId } = caller
      const readQuote = async (tx: Tx) => {
        const item = await items[wanted.kind].findForSale(wanted.id, tx)
        if (!item) return { outcome: 'not-found' as const }
        const open = studentId === null ? null : await findOpen(tx, studentId, item)
        const price = await priceItem(tx, { item, code: promoCode, studentId, transactionId: open?.id ?? null, isCheckout: false, now: clock.now() })
        if (typeof price !== 'string') return { outcome: 'priced' as const, price }
        const rejected = rejectPromo(price)
        // The announced code is public: buy cards check it by themselves, whether it exists or not.
        const isAnnounced = rejected.countsAsAttempt && promoCode === (await settings.readSite(tx)).announcement?.promoCode
        return isAnnounced ? { ...rejected, countsAsAttempt: false } : rejected
      }
      return guardPromo(deps, caller, () => database.transaction(readQuote))
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

    /** Reads the status from the provider and returns the updated transaction; null for a transaction of another student. */
    async refreshMine(student: Viewer, transactionId: string): Promise<{ transaction: Transaction; outcome: SettleOutcome } | null> {
      const before = await findMine(student, transactionId)
      if (!before) return null
      // A waiting page polls. Beyond the rate limit it gets the stored state.
      const limit = await deps.rateLimiter.take([refreshes, student.id])
      const outcome = limit.allowed ? await settle(deps, before.orderId) : 'unchanged'
      const after = await findMine(student, transactionId)
      const [shown] = after ? await withDetails([after]) : []
      return shown ? { transaction: presentTransaction(shown), outcome } : null
    },

    /** The cancelled transaction, or why it was not cancelled. */
    async cancelMine(
      student: Viewer,
      transactionId: string,
    ): Promise<{ outcome: 'cancelled'; transaction: Transaction } | { outcome: Exclude<CancelOutcome, 'cancelled'> }> {
      const outcome = await cancelTransaction(deps, student, transactionId)
      if (outcome !== 'cancelled') return { outcome }
      const row = await findMine(student, transactionId)
      const [shown] = row ? await withDetails([row]) : []
      return shown ? { outcome, transaction: presentTransaction(shown) } : { outcome: 'not-found' }
    },

    /** Mails the receipt again, to the address of the purchase. */
    async resendReceipt(student: Viewer, transactionId: string): Promise<{ email: string } | 'not-found' | 'not-paid' | Rejected> {
      const row = await findMine(student, transactionId)
      if (!row) return 'not-found'
      const [issued] = await database.query.select().from(invoices).where(eq(invoices.transactionId, row.id))
      if (!issued) return 'not-paid'
      const limit = await deps.rateLimiter.take([receipts, row.id])
      if (!limit.allowed) return limit
      await database.transaction((tx) => mailReceipt(tx, deps, row, issued.number, 'receipt'))
      return { email: row.buyerEmail }
    },

    listAll: (input: ListTransactionsInput) => listTransactions(database, input),
    /** The same for a whole export, without filters and entry in the audit log. */
    readOrdersCsv: () => readOrdersCsv(deps),
    exportAll: (filters: ExportTransactionsInput, admin: Viewer) => exportTransactions(deps, filters, admin),

    async showAny(transactionId: string): Promise<TransactionDetail | null> {
      const [row] = await database.query.select().from(transactions).where(eq(transactions.id, transactionId))
      const [shown] = row ? await withDetails([row]) : []
      return shown ? showTransaction(deps, shown.row, presentInvoice(shown, await settings.readSite())) : null
    },

    async refreshAny(transactionId: string): Promise<SettleOutcome> {
      const [row] = await database.query.select({ orderId: transactions.orderId }).from(transactions).where(eq(transactions.id, transactionId))
      return row ? settle(deps, row.orderId) : 'unknown-order'
    },

    acceptReview: (request: Parameters<typeof acceptReview>[1]) => acceptReview(deps, request),
    refund: (request: Parameters<typeof refundByStaff>[1]) => refundByStaff(deps, request),
    promoCodes: promoCodesModule({ ...deps, catalog }),
  }
}
