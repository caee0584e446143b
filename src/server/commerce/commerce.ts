import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ExportTransactionsInput, ListTransactionsInput, TransactionDetail } from '#contract/commerce/sales.ts'
import { maximumListedTransactions, type Invoice, type ItemKind, type PaymentNotification, type Transaction } from '#contract/commerce/commerce.ts'
import type { Rejected } from '#server/platform/rate-limiter/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { cancelTransaction, type CancelOutcome } from './checkout/cancel-transaction.ts'
import { checkout, type CheckoutRequest } from './checkout/checkout.ts'
import type { CommerceDeps, CommerceModuleDeps } from './deps.ts'
import { courseItems } from './items/course-items.ts'
import { gifts } from './gifts/tables.ts'
import { invoiceLines } from './invoice/invoice.ts'
import { nameSubject, resolvePurchase } from './lines/resolve-purchase.ts'
import { ebookItems } from './items/ebook-items.ts'
import { exportEarnings, readEarnings, type EarningsQuery } from './ledger/earnings.ts'
import { findAnnouncedPrices } from './promo/announced-promo.ts'
import { guardPromo, rejectPromo, type PromoCaller } from './promo/promo-rate-limits.ts'
import { findOpen } from './checkout/open-transaction.ts'
import { receipts, refreshes, writeLimits, type LimitedWrite } from './checkout/rate-limits.ts'
import { refundByStaff } from './settlement/refund.ts'
import { acceptReview } from './settlement/resolve-review.ts'
import { mailReceipt } from './messages.ts'
import { promoCodesModule } from './staff/promo-codes.ts'
import { scheduledSalesModule } from './staff/scheduled-sales.ts'
import { countWaitingMoney } from './staff/count-waiting.ts'
import { exportTransactions, readOrdersCsv } from './staff/export-transactions.ts'
import { listTransactions } from './staff/list-transactions.ts'
import { showTransaction } from './staff/show-transaction.ts'
import { listStudentPurchases } from './staff/student-purchases.ts'
import { payoutsModule } from './payouts/index.ts'
import { readDue, runDueWork } from './settlement/due-work.ts'
import { listAttention, readSalesFigures } from './figures.ts'
import type { Payments } from './provider/payment-provider.ts'
import { presentInvoice, presentTransaction, type ShownTransaction } from './present.ts'
import { createPromo, pricePurchase, type NewPromo } from './promo/promo.ts'
import { receiveNotification } from './settlement/receive-notification.ts'
import { settle, type SettleOutcome } from './settlement/settle-payment.ts'
import { invoices, transactionLines, transactions, type TransactionRow } from './tables.ts'
import { tellOfCheaperWishes } from './wishlist/tell-cheaper.ts'
import { addWish, listWishes, removeWish } from './wishlist/wishlist.ts'
import type { OfferKey } from './items/offers.ts'
import type { BundleInput } from '#contract/commerce/bundles.ts'
import type { OpenedGift } from '#contract/commerce/gifts.ts'
import { deleteBundle, saveBundle } from './bundles/edit-bundles.ts'
import { listAllBundles, listBundles, presentForStaff, showBundle } from './bundles/show-bundles.ts'
import { addToCart, removeFromCart, showCart } from './cart/cart.ts'
import { claimGift, openGift } from './gifts/claim-gift.ts'
import { resendGift } from './gifts/resend-gift.ts'
import type { ListRefundRequestsInput } from '#contract/commerce/refund-requests.ts'
import { refundRequests } from './refunds/tables.ts'
import { approveRefundRequest, listRefundRequests, refuseRefundRequest, requestRefund } from './refunds/refund-requests.ts'
import { readProof, sendProof, transfersModule, type ProofOutcome } from './transfers/index.ts'
import { offeredMethods } from './transfers/offered-methods.ts'
import { uploadsMentioned } from '#server/platform/uploads/index.ts'
import { transfers } from './transfers/tables.ts'
import { transferProvider } from './transfers/transfer-provider.ts'
import { hasPaid } from './settlement/transition.ts'

export type Commerce = ReturnType<typeof commerceModule>

export function commerceModule({ catalog, learning, library, payments: online, ...given }: CommerceModuleDeps) {
  const byHand = { transfer: transferProvider(given, 'transfer'), qris: transferProvider(given, 'qris') }
  const payments: Payments = { online, of: (method) => (method === 'card' ? online : byHand[method]) }
  const deps: CommerceDeps = { ...given, payments, items: { course: courseItems({ catalog, learning }), ebook: ebookItems({ library }) } }
  const { database, items, settings, clock } = deps
  let lastWished: OfferKey | null = null

  /** Adds the data that presenting a transaction needs. A purchased item is never deleted. */
  async function withDetails(rows: readonly TransactionRow[]): Promise<ShownTransaction[]> {
    if (rows.length === 0) return []
    const ids = rows.map((row) => row.id)
    const { query } = database
    const lines = Map.groupBy(
      await query.select().from(transactionLines).where(inArray(transactionLines.transactionId, ids)).orderBy(asc(transactionLines.position)),
      (line) => line.transactionId,
    )
    const idsOf = (kind: ItemKind) => [...lines.values()].flatMap((own) => own.filter((line) => line.kind === kind).map((line) => line.itemId))
    const summaries = new Map([...(await items.course.describe(idsOf('course'))), ...(await items.ebook.describe(idsOf('ebook')))])
    const issued = new Map((await query.select().from(invoices).where(inArray(invoices.transactionId, ids))).map((invoice) => [invoice.transactionId, invoice]))
    const giftIds = rows.filter((row) => row.giftEmail !== null).map((row) => row.id)
    const given = new Map(
      (giftIds.length > 0 ? await query.select().from(gifts).where(inArray(gifts.transactionId, giftIds)) : []).map((gift) => [gift.transactionId, gift]),
    )
    const ordersByHand = rows.filter(({ method }) => method !== 'card').map(({ orderId }) => orderId)
    const byOrder = new Map(
      (ordersByHand.length > 0 ? await query.select().from(transfers).where(inArray(transfers.orderId, ordersByHand)) : []).map((transfer) => [
        transfer.orderId,
        transfer,
      ]),
    )
    const requested = new Map(
      (await query.select().from(refundRequests).where(inArray(refundRequests.transactionId, ids)).orderBy(asc(refundRequests.createdAt))).map((request) => [
        request.transactionId,
        request,
      ]),
    )
    return rows.map((row) => {
      const own = lines.get(row.id) ?? []
      const draft = invoiceLines(deps, own, row.giftEmail !== null)
      return {
        row,
        lines: own,
        summaries,
        draft,
        gift: given.get(row.id) ?? null,
        transfer: byOrder.get(row.orderId) ?? null,
        refundRequest: requested.get(row.id) ?? null,
        refundDays: deps.refundDays,
        invoice: issued.get(row.id) ?? null,
        now: clock.now(),
      }
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
    browser: online.browser,
    /** Null while the user may write. */
    async limitWrite(what: LimitedWrite, userId: string): Promise<Rejected | null> {
      const limit = await deps.rateLimiter.take([writeLimits[what], userId])
      return limit.allowed ? null : limit
    },
    listMethods: async () => offeredMethods(await settings.readSite()),
    checkout: ({ client, ...request }: CheckoutRequest & { client: string }) =>
      guardPromo(deps, { promoCode: request.promoCode, studentId: request.student.id, client, solution: null }, () => checkout(deps, request)),
    findAnnouncedPrices: (wanted: Parameters<typeof findAnnouncedPrices>[1]) => findAnnouncedPrices(deps, wanted),
    createPromo: (tx: Tx, promo: NewPromo) => createPromo(tx, clock, promo),
    readEarnings: (query: EarningsQuery) => readEarnings(deps, query),
    exportEarnings: (query: EarningsQuery) => exportEarnings(deps, query),
    readFigures: (courseIds: readonly string[] | null, since: Date) => readSalesFigures(database.query, courseIds, since),
    countWaiting: () => countWaitingMoney(database.query),
    listAttention: () => listAttention(database.query, clock.now()),
    /** Orders that were opened with the QRIS picture before this one. */
    listUploadsInUse: (tx: Tx) => uploadsMentioned(tx, [transfers.picture]),
    runDueWork: () => runDueWork(deps),
    readDue: () => readDue(deps),

    /** The price of something, with or without a promo code. */
    async quote({ wanted, isGift, ...caller }: { wanted: readonly OfferKey[]; isGift: boolean } & PromoCaller) {
      const { promoCode, studentId } = caller
      const readQuote = async (tx: Tx) => {
        // One thing has its price for everybody; what one owns of several and of a bundle is not paid again.
        const isSingle = wanted.every(({ kind }) => kind !== 'bundle') && wanted.length === 1
        const { groups, unsold } = await resolvePurchase(tx, deps, {
          wanted,
          ownerId: isSingle || isGift ? null : studentId,
          buyerId: isSingle ? null : studentId,
        })
        if (groups.length === 0) return { outcome: (unsold[0]?.reason === 'already-owned' ? 'already-owned' : 'not-found') as 'already-owned' | 'not-found' }
        const open = studentId === null ? null : await findOpen(tx, studentId, await nameSubject(tx, deps, groups, studentId), null)
        const price = await pricePurchase(tx, { groups, code: promoCode, studentId, transactionId: open?.id ?? null, isCheckout: false, now: clock.now() })
        if (typeof price !== 'string') return { outcome: 'priced' as const, price }
        const rejected = rejectPromo(price)
        // The announced code is public: buy cards check it by themselves, whether it exists or not.
        const isAnnounced = rejected.countsAsAttempt && promoCode === (await settings.readSite(tx)).announcement?.promoCode
        return isAnnounced ? { ...rejected, countsAsAttempt: false } : rejected
      }
      return guardPromo(deps, caller, () => database.transaction(readQuote))
    },

    receiveNotification: (notification: PaymentNotification) => receiveNotification(deps, notification),

    /** The newest ones, or those older than `before`. */
    async listMine(student: Pick<Viewer, 'id'>, before: string | null = null): Promise<Transaction[]> {
      const own = eq(transactions.studentId, student.id)
      const rows = await database.query
        .select()
        .from(transactions)
        .where(
          and(
            own,
            before === null
              ? undefined
              : sql`(${transactions.createdAt}, ${transactions.id}) < (select created_at, id from transactions where id = ${before} and student_id = ${student.id})`,
          ),
        )
        .orderBy(desc(transactions.createdAt), desc(transactions.id))
        .limit(maximumListedTransactions)
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

    listStudentPurchases: (key: { courseId: string; studentId: string }) => listStudentPurchases(database.query, key),

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
    scheduledSales: scheduledSalesModule({ ...deps, catalog }),
    cart: {
      show: (userId: string) => showCart(deps, userId),
      add: (userId: string, key: OfferKey) => addToCart(deps, userId, key),
      remove: (userId: string, key: OfferKey) => removeFromCart(deps, userId, key),
    },
    bundles: {
      list: (page: { page: number; limit: number }, viewerId: string | null) => listBundles(deps, page, viewerId),
      show: (idOrSlug: string, viewerId: string | null) => showBundle(deps, idOrSlug, viewerId),
      listAll: (page: Parameters<typeof listAllBundles>[1]) => listAllBundles(deps, page),
      showAny: async (id: string) => (await presentForStaff(deps, [id]))[0] ?? null,
      save: (actorId: string | null, input: BundleInput, id: string | null) => saveBundle(deps, actorId, input, id),
      remove: (actorId: string, id: string) => deleteBundle(deps, actorId, id),
    },
    gifts: {
      async show(token: string): Promise<OpenedGift | null> {
        const opened = await openGift(database.query, token)
        if (!opened) return null
        const { gift, row, lines } = opened
        const [shown] = await withDetails([row])
        const state = gift.claimedAt ? 'claimed' : hasPaid(row.state) ? 'open' : 'refunded'
        const titled = lines.map(({ kind, itemId, itemTitle }) => ({
          kind,
          _id: itemId,
          title: itemTitle,
          thumbnail: shown?.summaries.get(itemId)?.thumbnail ?? '',
        }))
        return { state, from: row.buyerName, name: gift.name, message: gift.message, items: titled }
      },
      claim: async (userId: string, token: string) => (await claimGift(deps, userId, token)).outcome,
      resend: (giver: Pick<Viewer, 'id' | 'email'>, wanted: Parameters<typeof resendGift>[2]) => resendGift(deps, giver, wanted),
      async showTransaction(giver: Viewer, transactionId: string): Promise<Transaction | null> {
        const row = await findMine(giver, transactionId)
        const [shown] = row ? await withDetails([row]) : []
        return shown ? presentTransaction(shown) : null
      },
    },
    payouts: payoutsModule(deps),
    transfers: {
      ...transfersModule(deps),
      async sendProof(student: Viewer, sent: { id: string; proof: Blob }): Promise<Transaction | Exclude<ProofOutcome, 'sent'>> {
        const outcome = await sendProof(deps, student.id, sent)
        if (outcome !== 'sent') return outcome
        const row = await findMine(student, sent.id)
        const [shown] = row ? await withDetails([row]) : []
        return shown ? presentTransaction(shown) : 'not-found'
      },
      readProof: (viewer: Viewer, id: string) => readProof(deps, viewer, id),
    },
    refundRequests: {
      request: (studentId: string, wanted: { id: string; reason: string }) => requestRefund(deps, studentId, wanted),
      list: (input: ListRefundRequestsInput) => listRefundRequests(deps, input),
      approve: (decision: Parameters<typeof approveRefundRequest>[1]) => approveRefundRequest(deps, decision),
      refuse: (decision: Parameters<typeof refuseRefundRequest>[1]) => refuseRefundRequest(deps, decision),
    },
    wishlist: {
      list: (userId: string) => listWishes(deps, userId),
      add: (userId: string, key: OfferKey) => addWish(deps, userId, key),
      remove: (userId: string, key: OfferKey) => removeWish(deps, userId, key),
      tellCheaper: async (): Promise<void> => void (lastWished = await tellOfCheaperWishes(deps, lastWished)),
    },
  }
}
