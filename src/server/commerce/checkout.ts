import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { isFree } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { Transaction } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { CommerceDeps } from './commerce.ts'
import { findTooManyOpened, type TooMany } from './guess-limits.ts'
import type { Item, ItemAddress } from './items/item.ts'
import { claimAgain, close, findOpen, insertClaimed, insertPaid, sessionLifeMinutes, type Purchase } from './open-transaction.ts'
import { newOrderId } from './order-id.ts'
import { ProviderUnavailable, type PaymentSession } from './payment-provider.ts'
import { priceItem } from './promo.ts'
import { grant, settle } from './settle-payment.ts'
import { transactions, type TransactionRow } from './tables.ts'

export type CheckoutOutcome =
  | { outcome: 'open'; transactionId: string; token: string; redirectUrl: string }
  | { outcome: 'granted-free' }
  /** A promo left nothing to pay. */
  | { outcome: 'paid-by-promo'; transactionId: string }
  | TooMany
  | { outcome: 'not-found' | 'already-owned' | 'under-review' | 'invalid-promo' | 'payment-unavailable' }

const waitForClaimMs = 100
const deadlineMs = 9_000

type Next =
  | { step: 'done'; outcome: CheckoutOutcome }
  | { step: 'ask-provider'; row: TransactionRow }
  | { step: 'wait' }
  | { step: 'replace'; row: TransactionRow; session: PaymentSession }

export type CheckoutAsk = { student: Viewer; item: ItemAddress; promoCode: string | null }

/**
 * Opens a transaction for an item and a payment session for it. However often and from however many devices it is
 * asked, a student has one open transaction for an item, with one token.
 */
export async function checkout(deps: CommerceDeps, ask: CheckoutAsk): Promise<CheckoutOutcome> {
  const deadline = Date.now() + deadlineMs
  try {
    while (Date.now() < deadline) {
      // No provider call inside a transaction: it would hold a connection, and the locks, for seconds.
      const next = await deps.database.transaction((tx) => decideNext(tx, deps, ask))
      if (next.step === 'done') return next.outcome
      if (next.step === 'wait') await sleep(waitForClaimMs)
      if (next.step === 'replace' && (await endSession(deps, next.row, next.session)) === 'payer-is-paying') return opened(next.row, next.session)
      if (next.step === 'ask-provider') await openSession(deps, next.row)
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ error: error.message }, 'checkout: the payment provider did not answer')
  }
  return { outcome: 'payment-unavailable' }
}

const done = (outcome: CheckoutOutcome): Next => ({ step: 'done', outcome })

async function decideNext(tx: Transaction, deps: CommerceDeps, { student, item: wanted, promoCode }: CheckoutAsk): Promise<Next> {
  // Two clicks, tabs or devices decide one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout:${student.id}:${wanted.kind}:${wanted.id}`}, 0))`)
  const source = deps.items[wanted.kind]
  const item = await source.findForSale(wanted.id, tx)
  if (!item) return done({ outcome: 'not-found' })
  if (await source.isOwned(student.id, item.id, tx)) return done({ outcome: 'already-owned' })
  if (isFree({ price: item.priceIdr, discount: item.discountPercent })) {
    await source.grant(tx, { userId: student.id, itemId: item.id, sourceRef: 'free' })
    return done({ outcome: 'granted-free' })
  }

  const row = await findOpen(tx, student.id, item)
  const now = deps.clock.now()
  const priceWith = (code: string | null) => priceItem(tx, { item, code, studentId: student.id, transactionId: row?.id ?? null, now })
  // The price comes from here, whatever the browser believes. A second device that knows of no code keeps the first one's.
  let price = await priceWith(promoCode ?? row?.promoCode ?? null)
  if (!price && promoCode === null) {
    // That code is over meanwhile: what was agreed holds for as long as its session does, and then the price is the one without.
    const session = row && agreedSession(row, item, now)
    if (session) return done(opened(row, session))
    price = await priceWith(null)
  }
  if (!price) return done({ outcome: 'invalid-promo' })
  const purchase = { student, item, price }
  return row ? continueWith(tx, deps, row, purchase) : openNew(tx, deps, purchase)
}

async function openNew(tx: Transaction, deps: CommerceDeps, purchase: Purchase): Promise<Next> {
  const tooMany = await findTooManyOpened(tx, deps, purchase.student.id)
  if (tooMany) return done(tooMany)
  if (purchase.price.total > 0) return { step: 'ask-provider', row: await insertClaimed(tx, deps, purchase) }
  const row = await insertPaid(tx, deps, purchase)
  await grant(tx, deps, row)
  return done({ outcome: 'paid-by-promo', transactionId: row.id })
}

/** The session of a transaction whose item still has the price that it was opened with; null when there is none that can be paid. */
function agreedSession({ state, token, paymentUrl, expiresAt, listPriceIdr, discountPercent }: TransactionRow, item: Item, now: Date): PaymentSession | null {
  if (state !== 'pending' || !token || !paymentUrl || !expiresAt || expiresAt <= now) return null
  return listPriceIdr === item.priceIdr && discountPercent === item.discountPercent ? { token, redirectUrl: paymentUrl } : null
}

async function continueWith(tx: Transaction, deps: CommerceDeps, row: TransactionRow, purchase: Purchase): Promise<Next> {
  const now = deps.clock.now()
  const isSamePrice = row.amountIdr === purchase.price.total
  if (row.state === 'review') return done({ outcome: 'under-review' })
  if (row.token && row.paymentUrl) {
    const session = { token: row.token, redirectUrl: row.paymentUrl }
    const good = isSamePrice && row.expiresAt !== null && row.expiresAt > now
    return good ? done(opened(row, session)) : { step: 'replace', row, session }
  }
  // Somebody is asking the provider at this moment; a claim that ran out belonged to a process that died.
  if (row.sessionClaimedUntil && row.sessionClaimedUntil > now) return { step: 'wait' }
  if (isSamePrice) return { step: 'ask-provider', row: await claimAgain(tx, row, now) }
  await close(tx, deps, row)
  return openNew(tx, deps, purchase)
}

const opened = (row: TransactionRow, session: PaymentSession): CheckoutOutcome => ({ outcome: 'open', transactionId: row.id, ...session })

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
    finishUrl: `${deps.publicUrl}${paths.successCheckout()}?transaksi=${row.id}`,
  })
  if (session === 'order-already-used') await recoverUsedOrder(deps, row)
  else await storeSession(deps, row, session)
}

/** The version tells whether the claim is still ours; a session that came too late is dropped, and the next round asks again. */
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

/** The provider knows this order already: take over what it says, or, if it never charged anything, start over under a new order id. */
async function recoverUsedOrder(deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const outcome = await settle(deps, row.orderId)
  if (outcome !== 'unchanged') return
  // Begun at the provider, but its session is lost: nobody could pay it.
  if (row.state === 'pending') return deps.database.transaction((tx) => close(tx, deps, row))
  await deps.database.query
    .update(transactions)
    .set({ orderId: newOrderId(), sessionClaimedUntil: null, version: sql`${transactions.version} + 1` })
    .where(and(eq(transactions.id, row.id), eq(transactions.orderId, row.orderId), eq(transactions.state, 'created')))
}

/** The price changed, or the session ran out. A payer who is in the middle of paying keeps what was agreed. */
async function endSession(deps: CommerceDeps, row: TransactionRow, session: PaymentSession): Promise<'ended' | 'payer-is-paying'> {
  const settled = await settle(deps, row.orderId)
  if (settled === 'provider-unavailable') throw new ProviderUnavailable('The status could not be read')
  if (settled !== 'unchanged') return 'ended'
  if ((await deps.payments.cancelSession(session.token)) === 'in-progress') return 'payer-is-paying'
  await deps.database.transaction((tx) => close(tx, deps, row))
  return 'ended'
}
