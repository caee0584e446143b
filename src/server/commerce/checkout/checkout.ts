import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { isFree } from '#contract/kit/money.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { checkNewTransactionLimit, rejectPromo, type PromoRejection, type TooMany } from '#server/commerce/promo/promo-rate-limits.ts'
import type { Item, ItemKey } from '#server/commerce/items/item.ts'
import { cancelOpen, findOpen, insertClaimed, insertPaid, renewClaim, sessionLifeMinutes, type PricedPurchase } from './open-transaction.ts'
import { newOrderId } from './order-id.ts'
import { waitingUrl } from '#server/commerce/provider/payment-instructions.ts'
import { ProviderUnavailable, type PaymentSession } from '#server/commerce/provider/payment-provider.ts'
import { priceItem } from '#server/commerce/promo/promo.ts'
import { fulfil, settle, settleOrThrow } from '#server/commerce/settlement/settle-payment.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'

export type CheckoutOutcome =
  | { outcome: 'open'; transactionId: string; token: string; redirectUrl: string }
  | { outcome: 'granted-free' }
  /** A promo left nothing to pay. */
  | { outcome: 'paid-by-promo'; transactionId: string }
  | TooMany
  | PromoRejection
  | { outcome: 'not-found' | 'already-owned' | 'own-item' | 'empty' | 'under-review' | 'payment-unavailable' }

const waitForClaimMs = 100
const deadlineMs = 9_000

type NextStep =
  | { step: 'done'; outcome: CheckoutOutcome }
  | { step: 'open-session'; row: TransactionRow }
  | { step: 'wait' }
  | { step: 'replace'; row: TransactionRow; session: PaymentSession }

export type CheckoutRequest = { student: Viewer; item: ItemKey; promoCode: string | null }

/**
 * Opens a transaction and a payment session for an item. Repeated and concurrent calls give one open transaction per student
 * and item, with one token.
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
      if (next.step === 'open-session') await openSession(deps, next.row)
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ error: error.message }, 'checkout: the payment provider is unavailable')
  }
  return { outcome: 'payment-unavailable' }
}

const done = (outcome: CheckoutOutcome): NextStep => ({ step: 'done', outcome })

async function decideNextStep(tx: Tx, deps: CommerceDeps, { student, item: wanted, promoCode }: CheckoutRequest): Promise<NextStep> {
  // Serializes concurrent checkouts of the same student and item.
  await lockUntilCommit(tx, `checkout:${student.id}:${wanted.kind}:${wanted.id}`)
  const item = await deps.items[wanted.kind].findForSale(wanted.id, tx)
  if (!item) return done({ outcome: 'not-found' })
  const withoutPurchase = await endWithoutPurchase(tx, deps, student, item)
  if (withoutPurchase) return done(withoutPurchase)

  const row = await findOpen(tx, student.id, item)
  const now = deps.clock.now()
  const priceWith = (code: string | null) => priceItem(tx, { item, code, studentId: student.id, transactionId: row?.id ?? null, isCheckout: true, now })
  // The server decides the price. A request without a code reuses the code of the open transaction.
  let price = await priceWith(promoCode ?? row?.promoCode ?? null)
  if (typeof price === 'string' && promoCode === null) {
    // The code of the open transaction is no longer valid: its price holds until the session expires, then the price without a code applies.
    const session = row && agreedSession(row, item, now)
    if (session) return done(openOutcome(row, session))
    price = await priceWith(null)
  }
  if (typeof price === 'string') return done(rejectPromo(price))
  const purchase = { student, item, price }
  return row ? continueOpen(tx, deps, row, purchase) : startNew(tx, deps, purchase)
}

/** The outcome for an item that this student cannot or need not buy; a free one is granted. Null when it has to be bought. */
async function endWithoutPurchase(tx: Tx, deps: CommerceDeps, student: Viewer, item: Item): Promise<CheckoutOutcome | null> {
  const source = deps.items[item.kind]
  if (await source.isOwned(student.id, item.id, tx)) return { outcome: 'already-owned' }
  // A sale to oneself would count as a student, allow a review and book a share.
  if (item.instructorId === student.id) return { outcome: 'own-item' }
  if (item.isEmpty) return { outcome: 'empty' }
  if (isFree({ price: item.priceIdr, discount: item.discountPercent })) {
    await source.grant(tx, { userId: student.id, itemId: item.id, sourceRef: 'free' })
    return { outcome: 'granted-free' }
  }
  return null
}

async function startNew(tx: Tx, deps: CommerceDeps, purchase: PricedPurchase): Promise<NextStep> {
  const tooMany = await checkNewTransactionLimit(tx, deps, purchase.student.id)
  if (tooMany) return done(tooMany)
  if (purchase.price.total > 0) return { step: 'open-session', row: await insertClaimed(tx, deps, purchase) }
  const row = await insertPaid(tx, deps, purchase)
  await fulfil(tx, deps, row)
  return done({ outcome: 'paid-by-promo', transactionId: row.id })
}

/** What to do about the transaction that is open already. */
async function continueOpen(tx: Tx, deps: CommerceDeps, row: TransactionRow, purchase: PricedPurchase): Promise<NextStep> {
  if (row.state === 'review') return done({ outcome: 'under-review' })
  const now = deps.clock.now()
  // Another code with the same price is still another purchase: its redemption and its name on the invoice differ.
  const isSamePurchase = row.amountIdr === purchase.price.total && row.promoCode === (purchase.price.promo?.code ?? null)
  const session = sessionOf(row)
  if (session) return isSamePurchase && isUnexpired(row, now) ? done(openOutcome(row, session)) : { step: 'replace', row, session }
  // Another process is opening the session. An expired claim belonged to a process that crashed.
  if (row.sessionClaimedUntil && row.sessionClaimedUntil > now) return { step: 'wait' }
  if (isSamePurchase) return { step: 'open-session', row: await renewClaim(tx, row, now) }
  await cancelOpen(tx, deps, row)
  return startNew(tx, deps, purchase)
}

const isUnexpired = ({ expiresAt }: TransactionRow, now: Date): boolean => expiresAt !== null && expiresAt > now

/** The payment session of a transaction; null before it was opened. */
const sessionOf = ({ token, paymentUrl }: TransactionRow): PaymentSession | null => (token && paymentUrl ? { token, redirectUrl: paymentUrl } : null)

/** The session of a transaction whose item price is unchanged; null when there is no payable session. */
function agreedSession(row: TransactionRow, item: Item, now: Date): PaymentSession | null {
  const isUnchanged = row.listPriceIdr === item.priceIdr && row.discountPercent === item.discountPercent
  return row.state === 'pending' && isUnexpired(row, now) && isUnchanged ? sessionOf(row) : null
}

const openOutcome = (row: TransactionRow, session: PaymentSession): CheckoutOutcome => ({ outcome: 'open', transactionId: row.id, ...session })

async function openSession(deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const discountIdr = row.listPriceIdr - row.amountIdr
  const session = await deps.payments.openSession({
    orderId: row.orderId,
    amountIdr: row.amountIdr,
    lines: [
      { id: row.itemId, name: row.itemTitle, priceIdr: row.listPriceIdr },
      ...(discountIdr > 0 ? [{ id: 'DISKON', name: 'Diskon', priceIdr: -discountIdr }] : []),
    ],
    buyer: { name: row.buyerName, email: row.buyerEmail },
    lifeMinutes: sessionLifeMinutes,
    finishUrl: waitingUrl(deps, row),
  })
  if (session === 'order-already-used') await recoverUsedOrder(deps, row)
  else await storeSession(deps, row, session)
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
  if ((await deps.payments.cancelSession(session.token)) === 'in-progress') return 'payer-is-paying'
  await deps.database.transaction((tx) => cancelOpen(tx, deps, row))
  return 'ended'
}
