import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { GiftInput, PaymentMethod } from '#contract/commerce/commerce.ts'
import { maximumChargeIdr } from '#contract/kit/money.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { checkNewTransactionLimit, rejectPromo, type PromoRejection, type TooMany } from '#server/commerce/promo/promo-rate-limits.ts'
import type { OfferKey } from '#server/commerce/items/offers.ts'
import { gifts } from '#server/commerce/gifts/tables.ts'
import type { Group, PricedLine } from '#server/commerce/lines/price-lines.ts'
import { nameSubject, resolvePurchase, type Unsold } from '#server/commerce/lines/resolve-purchase.ts'
import { cancelOpen, findOpen, insertClaimed, insertPaid, readLines, renewClaim, sessionLifeMinutes, type PricedPurchase } from './open-transaction.ts'
import { newOrderId } from './order-id.ts'
import { waitingUrl } from '#server/commerce/provider/payment-instructions.ts'
import { ProviderUnavailable, type PaymentSession } from '#server/commerce/provider/payment-provider.ts'
import { offeredMethods } from '#server/commerce/transfers/offered-methods.ts'
import { takeUniqueCode } from '#server/commerce/transfers/unique-code.ts'
import { pricePurchase } from '#server/commerce/promo/promo.ts'
import { fulfil } from '#server/commerce/settlement/fulfil.ts'
import { settle, settleOrThrow } from '#server/commerce/settlement/settle-payment.ts'
import { transactions, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'

export type CheckoutOutcome =
  | { outcome: 'open'; transactionId: string; /** Null for a payment by hand, which has no window. */ token: string | null; redirectUrl: string }
  | { outcome: 'granted-free' }
  /** A promo left nothing to pay. */
  | { outcome: 'paid-by-promo'; transactionId: string }
  | TooMany
  | PromoRejection
  /** Several things, of which one is not sold to this student (any more). */
  | { outcome: 'cart-changed' }
  /** It costs more than the buyer was shown. */
  | { outcome: 'price-changed' }
  | { outcome: 'gift-rejected'; field: 'email' | 'sendOn'; message: string }
  | { outcome: 'too-expensive' | 'gift-free' }
  | { outcome: 'not-found' | 'already-owned' | 'own-item' | 'empty' | 'under-review' | 'payment-unavailable' | 'method-unavailable' }

const longestGiftDelayMs = 365 * dayMs
const waitForClaimMs = 100
const deadlineMs = 9_000

type NextStep =
  | { step: 'done'; outcome: CheckoutOutcome }
  | { step: 'open-session'; row: TransactionRow; lines: readonly PricedLine[] }
  | { step: 'wait' }
  | { step: 'replace'; row: TransactionRow; session: PaymentSession }

export type CheckoutRequest = {
  student: Viewer
  wanted: readonly OfferKey[]
  gift: GiftInput | null
  promoCode: string | null
  method?: PaymentMethod | null
  shownTotal?: number | null
}

/**
 * Opens a transaction and a payment session for what is wanted. Repeated and concurrent calls give one open transaction per student
 * and item, bundle or cart, with one token.
 */
export async function checkout(deps: CommerceDeps, request: CheckoutRequest): Promise<CheckoutOutcome> {
  const deadline = performance.now() + deadlineMs
  try {
    while (performance.now() < deadline) {
      // The provider is called outside the database transaction, which would hold a connection and locks for seconds.
      const next = await deps.database.transaction((tx) => decideNextStep(tx, deps, request))
      if (next.step === 'done') return next.outcome
      if (next.step === 'wait') await sleep(waitForClaimMs)
      if (next.step === 'replace' && (await endSession(deps, next.row, next.session)) === 'payer-is-paying') return openOutcome(next.row, next.session)
      if (next.step === 'open-session') await openSession(deps, next)
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ error: error.message }, 'checkout: the payment provider is unavailable')
  }
  return { outcome: 'payment-unavailable' }
}

const done = (outcome: CheckoutOutcome): NextStep => ({ step: 'done', outcome })

async function decideNextStep(tx: Tx, deps: CommerceDeps, request: CheckoutRequest): Promise<NextStep> {
  const { student, wanted, gift, promoCode, method = null, shownTotal = null } = request
  const now = deps.clock.now()
  const rejectedGift = gift && rejectGift(gift, { student, now })
  if (rejectedGift) return done(rejectedGift)
  // Serializes concurrent checkouts of the same student and item.
  await lockUntilCommit(tx, `checkout:${student.id}:${wanted.length === 1 ? wanted.map(({ kind, itemId }) => `${kind}:${itemId}`).join() : 'cart'}`)
  const { groups, unsold } = await resolvePurchase(tx, deps, { wanted, ownerId: gift ? null : student.id, buyerId: student.id })
  const rejected = rejectUnsold(wanted, unsold)
  if (rejected) return done(rejected)
  const subject = await nameSubject(tx, deps, groups, student.id)

  const row = await findOpen(tx, student.id, subject, gift?.email ?? null)
  const priceWith = (code: string | null) => pricePurchase(tx, { groups, code, studentId: student.id, transactionId: row?.id ?? null, isCheckout: true, now })
  const free = await endWithoutPayment(tx, deps, { student, gift, groups })
  if (free) return done(free)
  // The server decides the price. A request without a code reuses the code of the open transaction.
  let price = await priceWith(promoCode ?? row?.promoCode ?? null)
  if (typeof price === 'string' && promoCode === null) {
    // The code of the open transaction is no longer valid: its price holds until the session expires, then the price without a code applies.
    const withoutCode = await priceWith(null)
    const session = row && typeof withoutCode !== 'string' && (await agreedSession(tx, row, withoutCode.lines, now))
    if (session) return done(openOutcome(row, session))
    price = withoutCode
  }
  if (typeof price === 'string') return done(rejectPromo(price))
  if (price.total > maximumChargeIdr || price.listPrice > maximumChargeIdr) return done({ outcome: 'too-expensive' })
  if (method !== null && method !== row?.method && !offeredMethods(await deps.settings.readSite(tx)).includes(method))
    return done({ outcome: 'method-unavailable' })
  const purchase = { student, subject, price, gift, method: method ?? row?.method ?? 'card', uniqueCodeIdr: 0 }
  if (row && (await isContinued(tx, row, purchase, now))) return continueOpen(tx, deps, row, purchase)
  // A sale that ended between page and press.
  if (shownTotal !== null && price.total > shownTotal) return done({ outcome: 'price-changed' })
  return row ? continueOpen(tx, deps, row, purchase) : startNew(tx, deps, purchase)
}

function rejectGift({ email, sendOn }: GiftInput, { student, now }: { student: Viewer; now: Date }): CheckoutOutcome | null {
  if (email === student.email.toLowerCase())
    return { outcome: 'gift-rejected', field: 'email', message: 'Ini emailmu sendiri. Beli langsung saja untuk dirimu.' }
  const today = jakartaDay(now)
  const latest = jakartaDay(new Date(now.getTime() + longestGiftDelayMs))
  if (sendOn !== undefined && (sendOn < today || sendOn > latest))
    return { outcome: 'gift-rejected', field: 'sendOn', message: 'Pilih hari ini sampai setahun ke depan' }
  return null
}

/** One thing has its own outcome. Of several, what is wanted twice or with a bundle is paid once; anything else means that the cart on the page is outdated. */
function rejectUnsold(wanted: readonly OfferKey[], unsold: readonly Unsold[]): CheckoutOutcome | null {
  const first = unsold.find(({ reason }) => reason !== 'twice')
  if (!first) return null
  if (wanted.length > 1) return { outcome: 'cart-changed' }
  return { outcome: first.reason === 'twice' ? 'not-found' : first.reason }
}

/** What costs nothing is granted without a transaction. Null when it has to be bought. */
async function endWithoutPayment(
  tx: Tx,
  deps: CommerceDeps,
  { student, gift, groups }: { student: Viewer; gift: GiftInput | null; groups: readonly Group[] },
): Promise<CheckoutOutcome | null> {
  if (groups.some(({ priceIdr }) => priceIdr > 0)) return null
  if (gift) return { outcome: 'gift-free' }
  for (const item of groups.flatMap(({ items }) => items)) await deps.items[item.kind].grant(tx, { userId: student.id, itemId: item.id, sourceRef: 'free' })
  return { outcome: 'granted-free' }
}

async function startNew(tx: Tx, deps: CommerceDeps, purchase: PricedPurchase): Promise<NextStep> {
  const tooMany = await checkNewTransactionLimit(tx, deps, purchase.student.id)
  if (tooMany) return done(tooMany)
  if (purchase.price.total > 0) {
    const uniqueCodeIdr = purchase.method === 'card' ? 0 : await takeUniqueCode(tx, purchase.price.total, deps.clock.now())
    if (uniqueCodeIdr === null) return done({ outcome: 'payment-unavailable' })
    return { step: 'open-session', row: await insertClaimed(tx, deps, { ...purchase, uniqueCodeIdr }), lines: purchase.price.lines }
  }
  const row = await insertPaid(tx, deps, purchase)
  await fulfil(tx, deps, row, await readLines(tx, row.id))
  return done({ outcome: 'paid-by-promo', transactionId: row.id })
}

/** What to do about the transaction that is open already. */
async function continueOpen(tx: Tx, deps: CommerceDeps, row: TransactionRow, purchase: PricedPurchase): Promise<NextStep> {
  if (row.state === 'review') return done({ outcome: 'under-review' })
  const now = deps.clock.now()
  const session = sessionOf(row)
  if (session) return (await isContinued(tx, row, purchase, now)) ? done(openOutcome(row, session)) : { step: 'replace', row, session }
  // Another process is opening the session. An expired claim belonged to a process that crashed.
  if (row.sessionClaimedUntil && row.sessionClaimedUntil > now) return { step: 'wait' }
  if (await isSamePurchase(tx, row, purchase)) return { step: 'open-session', row: await renewClaim(tx, row, now), lines: purchase.price.lines }
  await cancelOpen(tx, deps, row)
  return startNew(tx, deps, purchase)
}

/** Whether the payment session of the open transaction is the one for this purchase. */
async function isContinued(tx: Tx, row: TransactionRow, purchase: PricedPurchase, now: Date): Promise<boolean> {
  if (row.state === 'review') return true
  if (!sessionOf(row) || !isUnexpired(row, now)) return false
  return (await isSamePurchase(tx, row, purchase)) || keepsPriceOfSale(tx, row, purchase)
}

/** What is charged without the unique code of a transfer. */
async function priceOf(tx: Tx, row: TransactionRow): Promise<number> {
  if (row.method === 'card') return row.amountIdr
  return row.amountIdr - (await readLines(tx, row.id)).reduce((sum, line) => sum + line.uniqueCodeIdr, 0)
}

async function isSamePurchase(tx: Tx, row: TransactionRow, { price, gift, method }: PricedPurchase): Promise<boolean> {
  if (row.method !== method) return false
  // Another code with the same price is still another purchase: its redemption and its name on the invoice differ.
  const isSamePrice = (await priceOf(tx, row)) === price.total && row.promoCode === (price.promo?.code ?? null)
  return isSamePrice && (await hasSameLines(tx, row, price.lines)) && isSameGift(tx, row, gift)
}

const isUnexpired = ({ expiresAt }: TransactionRow, now: Date): boolean => expiresAt !== null && expiresAt > now

/** The payment session of a transaction; null before it was opened. */
const sessionOf = ({ token, paymentUrl }: TransactionRow): PaymentSession | null => (token && paymentUrl ? { token, redirectUrl: paymentUrl } : null)

/** The session of a transaction whose items and prices before a promo code are unchanged; null when there is no payable session. */
async function agreedSession(tx: Tx, row: TransactionRow, current: readonly PricedLine[], now: Date): Promise<PaymentSession | null> {
  if (row.state !== 'pending' || !isUnexpired(row, now)) return null
  return haveSamePrices(await readLines(tx, row.id), current) ? sessionOf(row) : null
}

/** The same items at the same prices before a promo code. */
function haveSamePrices(lines: readonly LineRow[], current: readonly PricedLine[]): boolean {
  const isSame = (line: LineRow) =>
    current.some(
      ({ item, priceIdr }) =>
        item.kind === line.kind && item.id === line.itemId && item.priceIdr === line.listPriceIdr && priceIdr === line.priceIdr - line.uniqueCodeIdr,
    )
  return lines.length === current.length && lines.every(isSame)
}

/** A single item is named by the transaction itself. */
async function hasSameLines(tx: Tx, row: TransactionRow, current: readonly PricedLine[]): Promise<boolean> {
  if (row.kind === 'course' || row.kind === 'ebook') return row.listPriceIdr === current[0]?.item.priceIdr
  return haveSamePrices(await readLines(tx, row.id), current)
}

/** Opened in a sale that is over, for the same things with the same code: an open checkout keeps its lower price. */
async function keepsPriceOfSale(tx: Tx, row: TransactionRow, { price, gift, method }: PricedPurchase): Promise<boolean> {
  if (row.method !== method || (await priceOf(tx, row)) > price.total || row.promoCode !== (price.promo?.code ?? null)) return false
  const lines = await readLines(tx, row.id)
  const isSame =
    lines.length === price.lines.length && lines.every((line) => price.lines.some(({ item }) => item.kind === line.kind && item.id === line.itemId))
  return isSame && lines.some(({ inSale }) => inSale) && isSameGift(tx, row, gift)
}

/** What the giver wrote may have changed since the order was opened. */
async function isSameGift(tx: Tx, row: TransactionRow, wanted: GiftInput | null): Promise<boolean> {
  if (!wanted) return true
  const [stored] = await tx.select().from(gifts).where(eq(gifts.transactionId, row.id))
  return stored?.name === wanted.name && stored.message === (wanted.message ?? '') && stored.sendOn === (wanted.sendOn ?? null)
}

const openOutcome = (row: TransactionRow, session: PaymentSession): CheckoutOutcome => ({
  outcome: 'open',
  transactionId: row.id,
  ...session,
  token: row.method === 'card' ? session.token : null,
})

async function openSession(deps: CommerceDeps, { row, lines }: { row: TransactionRow; lines: readonly PricedLine[] }): Promise<void> {
  const discountIdr = row.listPriceIdr - row.amountIdr
  const session = await deps.payments.of(row.method).openSession({
    orderId: row.orderId,
    amountIdr: row.amountIdr,
    lines: [
      ...lines.map(({ item }) => ({ id: item.id, name: item.title, priceIdr: item.priceIdr })),
      ...(discountIdr > 0 ? [{ id: 'DISKON', name: 'Diskon', priceIdr: -discountIdr }] : []),
    ],
    buyer: { name: row.buyerName, email: row.buyerEmail },
    lifeMinutes: sessionLifeMinutes,
    finishUrl: waitingUrl(deps, row),
  })
  if (session === 'order-already-used') await recoverUsedOrder(deps, row)
  else await storeSession(deps, row, session)
  // How to pay by hand is known from the start.
  if (row.method !== 'card') await settle(deps, row.orderId)
}

/** Stores the session unless the row's version shows that the claim was lost; then the session is discarded and the next round opens another. */
async function storeSession(deps: CommerceDeps, row: TransactionRow, session: PaymentSession): Promise<void> {
  await deps.database.query
    .update(transactions)
    .set({
      state: 'pending',
      token: session.token,
      paymentUrl: session.redirectUrl,
      sessionClaimedUntil: null,
      updatedAt: deps.clock.now(),
      version: sql`${transactions.version} + 1`,
    })
    .where(and(eq(transactions.id, row.id), eq(transactions.version, row.version), eq(transactions.state, 'created')))
}

/** The provider already used this order id: applies its status, or continues with a new order id when nothing was charged. */
async function recoverUsedOrder(deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const outcome = await settle(deps, row.orderId)
  if (outcome !== 'unchanged') return
  // The order exists at the provider but its session is lost, so it cannot be paid.
  if (row.state === 'pending') return deps.database.transaction((tx) => cancelOpen(tx, deps, row))
  await deps.database.query
    .update(transactions)
    .set({ orderId: newOrderId(), sessionClaimedUntil: null, version: sql`${transactions.version} + 1` })
    .where(and(eq(transactions.id, row.id), eq(transactions.orderId, row.orderId), eq(transactions.state, 'created')))
}

/** Ends a session whose price changed or that expired. A payment in progress keeps its session. */
async function endSession(deps: CommerceDeps, row: TransactionRow, session: PaymentSession): Promise<'ended' | 'payer-is-paying'> {
  if ((await settleOrThrow(deps, row.orderId)) !== 'unchanged') return 'ended'
  if ((await deps.payments.of(row.method).cancelSession(session.token)) === 'in-progress') return 'payer-is-paying'
  await deps.database.transaction((tx) => cancelOpen(tx, deps, row))
  return 'ended'
}
