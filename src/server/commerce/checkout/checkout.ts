import { setTimeout as sleep } from 'node:timers/promises'
import type { GiftInput } from '#contract/commerce/commerce.ts'
import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import { maximumChargeIdr } from '#contract/kit/money.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import {
  cancelOpen,
  checkNewTransactionLimit,
  findOpen,
  hasTooManyOpen,
  insertClaimed,
  insertPaid,
  renewClaim,
  type PricedPurchase,
} from './open-transaction.ts'
import { guardPromo } from '#server/commerce/promo/promo-rate-limits.ts'
import type { OfferKey } from '#server/commerce/items/offers.ts'
import type { Group, PricedLine } from '#server/commerce/items/price-lines.ts'
import { nameSubject, resolvePurchase, type Unsold } from '#server/commerce/items/resolve-purchase.ts'
import { refused, type InvalidInput, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import { cancelFreed } from './cancel-transaction.ts'
import { grantFree } from './enroll-free.ts'
import { readLines } from '#server/commerce/orders/lines.ts'
import { alreadyEnrolled, emptyItem, giftRejected, methodUnavailable, notFound, heldPayment } from './refusals.ts'
import { agreedSession, isContinued, isSamePurchase } from './same-purchase.ts'
import { chosenCohorts, seatsFor } from '#server/commerce/orders/cohort-seats.ts'
import {
  isSameTeamOrder,
  priceSeats,
  readTeamPurchase,
  teamSubject,
  type WantedSeats,
} from '#server/commerce/teams/team-purchase.ts'
import { endSession, openSession, sessionOf } from './payment-session.ts'
import { ProviderUnavailable, type PaymentSession } from '#server/commerce/payments/payment-provider.ts'
import { offeredMethods } from '#server/commerce/transfers/offered-methods.ts'
import { takeUniqueCode } from '#server/commerce/transfers/unique-code.ts'
import { pricePurchase, type InvalidPromo } from '#server/commerce/promo/price-purchase.ts'
import { fulfil } from '#server/commerce/settlement/fulfil.ts'
import { recountSeats } from '#server/commerce/teams/paid-seats.ts'
import type { TransactionRow } from '#server/commerce/tables.ts'
import { longestGiftDelayMs } from '#server/commerce/limits.ts'

type Started =
  /** The token is null for a payment by hand, which has no window. */
  | { outcome: 'opened'; transactionId: string; token: string | null; redirectUrl: string }
  /** A promo left nothing to pay. */
  | { outcome: 'paid-by-promo'; transactionId: string; token: null; redirectUrl: null }
  /** Free: without a transaction. */
  | { outcome: 'granted'; transactionId: null; token: null; redirectUrl: null }
type NotSold =
  | ReturnType<typeof notFound | typeof alreadyEnrolled | typeof emptyItem>
  | Refusal<'own-item' | 'cart-changed'>
type NotStarted =
  | NotSold
  | InvalidPromo
  | InvalidInput
  | TooManyRequests
  | ReturnType<typeof giftRejected | typeof methodUnavailable | typeof heldPayment>
  | Refusal<'cohort-full' | 'cohort-closed'>
  | Refusal<'price-changed' | 'too-expensive' | 'too-many-open' | 'payment-unavailable' | 'unauthorized'>
type CheckoutOutcome = Started | NotStarted

const waitForClaimMs = 100
const deadlineMs = 9_000

type NextStep =
  /** `freed`: the open orders of what is free now. */
  | { step: 'done'; outcome: CheckoutOutcome; freed?: readonly TransactionRow[] }
  | { step: 'open-session'; row: TransactionRow; lines: readonly PricedLine[] }
  | { step: 'wait' }
  | { step: 'replace'; row: TransactionRow; session: PaymentSession }

export type CheckoutRequest = {
  student: Viewer
  wanted: readonly OfferKey[]
  gift: GiftInput | null
  /** Seats of a team. */
  team?: WantedSeats | null
  promoCode: string | null
  method?: PaymentMethod | null
  shownTotal?: number | null
}

/** Checks out what is wanted, unless the caller tried too many promo codes. */
export const checkout = (deps: CommerceDeps, { client, ...request }: CheckoutRequest & { client: string }) =>
  guardPromo(deps, { promoCode: request.promoCode, studentId: request.student.id, client, solution: null }, () =>
    openPurchase(deps, request),
  )

/**
 * Opens a transaction and a payment session for what is wanted. Repeated and concurrent calls give one open transaction per student
 * and item, bundle, path or cart, with one token.
 */
async function openPurchase(deps: CommerceDeps, request: CheckoutRequest): Promise<CheckoutOutcome> {
  const deadline = performance.now() + deadlineMs
  try {
    while (performance.now() < deadline) {
      // The provider is called outside the database transaction, which would hold a connection and locks for seconds.
      const next = await deps.database.transaction((tx) => decideNextStep(tx, deps, request))
      if (next.step === 'done') {
        await Promise.all((next.freed ?? []).map((row) => cancelFreed(deps, row)))
        return next.outcome
      }
      if (next.step === 'wait') await sleep(waitForClaimMs)
      if (next.step === 'replace' && (await endSession(deps, next.row, next.session)) === 'payer-is-paying')
        return opened(next.row, next.session)
      if (next.step === 'open-session') await openSession(deps, next)
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ error: error.message }, 'checkout: the payment provider is unavailable')
  }
  return refused('payment-unavailable')
}

const noSeats = { outcome: 'free' } as const
const done = (outcome: CheckoutOutcome): NextStep => ({ step: 'done', outcome })

async function decideNextStep(tx: Tx, deps: CommerceDeps, request: CheckoutRequest): Promise<NextStep> {
  const { student, gift, promoCode, method = null, shownTotal = null } = request
  const now = deps.clock.now()
  // An order has the name and address of its buyer, which a deletion that has already happened would not erase.
  if (!(await deps.identity.keepsAccount(tx, student.id))) return done(refused('unauthorized'))
  const rejectedGift = gift && rejectGift(gift, { student, now })
  if (rejectedGift) return done(rejectedGift)
  const read = request.team
    ? await readTeamPurchase(tx, deps, { ...request, team: request.team, buyerId: student.id })
    : null
  if (read && read.outcome !== 'read') return done(read)
  const team = read?.team ?? null
  const wanted = team?.wanted ?? request.wanted
  // Serializes concurrent checkouts of the same student and item.
  await lockUntilCommit(
    tx,
    `checkout:${student.id}:${wanted.length === 1 ? wanted.map(({ kind, itemId }) => `${kind}:${itemId}`).join() : 'cart'}`,
  )
  const { groups: resolved, unsold } = await resolvePurchase(tx, deps, {
    wanted,
    ownerId: gift || team ? null : student.id,
    // Whoever teaches a course may buy seats for others.
    buyerId: team ? null : student.id,
  })
  const rejected = rejectUnsold(wanted, unsold)
  if (rejected) return done(rejected)
  // Who receives a gift or a seat chooses their own cohort.
  const chosenFor = gift || team ? resolved.map((group) => ({ ...group, groupId: null })) : resolved
  const priced = team ? priceSeats(chosenFor, team) : { groups: chosenFor }
  if (!('groups' in priced)) return done(priced)
  const { groups } = priced
  const named = nameSubject(groups, student.id)
  const subject = team ? teamSubject(named, team) : named

  const row = await findOpen(tx, student.id, subject, gift?.email ?? null)
  const priceWith = (code: string | null) =>
    pricePurchase(tx, { groups, code, studentId: student.id, transactionId: row?.id ?? null, isCheckout: true, now })
  const chosen = gift || team ? [] : chosenCohorts(groups)
  const seats = chosen.length > 0 ? await seatsFor(tx, deps, { chosen, userId: student.id }) : noSeats
  if (seats.outcome !== 'free') return done(seats)
  const free = team ? null : await endWithoutPayment(tx, deps, { student, gift, groups })
  if (free) return { step: 'done', outcome: free, freed: await findFreed(tx, { student, gift, groups }, row) }
  // The server decides the price. A request without a code reuses the code of the open transaction.
  let offered = await priceWith(promoCode ?? row?.promoCode ?? null)
  if (offered.outcome !== 'priced' && promoCode === null) {
    // The code of the open transaction is no longer valid: its price holds until the session expires, then the price without a code applies.
    const withoutCode = await priceWith(null)
    const session =
      row &&
      withoutCode.outcome === 'priced' &&
      (await isSameTeamOrder(tx, row, team)) &&
      (await agreedSession(tx, row, { current: withoutCode.price.lines, now }))
    if (session) return done(opened(row, session))
    offered = withoutCode
  }
  if (offered.outcome !== 'priced') return done(offered)
  const { price } = offered
  if (price.total > maximumChargeIdr || price.listPrice > maximumChargeIdr) return done(refused('too-expensive'))
  if (method !== null && method !== row?.method && !offeredMethods(await deps.settings.readSite(tx)).includes(method))
    return done(methodUnavailable())
  const purchase = { student, subject, price, gift, team, method: method ?? row?.method ?? 'card', uniqueCodeIdr: 0 }
  if (row && (await isContinued(tx, row, { purchase, now }))) return continueOpen(tx, deps, row, request, purchase)
  // A sale that ended between page and press.
  if (shownTotal !== null && price.total > shownTotal) return done(refused('price-changed'))
  return row ? continueOpen(tx, deps, row, request, purchase) : startNew(tx, deps, purchase)
}

function rejectGift({ email, sendOn }: GiftInput, { student, now }: { student: Viewer; now: Date }): NotStarted | null {
  if (email === student.email.toLowerCase())
    return giftRejected('gift.email', 'Ini emailmu sendiri. Beli langsung saja untuk dirimu.')
  const today = jakartaDay(now)
  const latest = jakartaDay(new Date(now.getTime() + longestGiftDelayMs))
  if (sendOn !== undefined && (sendOn < today || sendOn > latest))
    return giftRejected('gift.sendOn', 'Pilih hari ini sampai setahun ke depan')
  return null
}

/** One thing has its own outcome. Of several, what is wanted twice or with a bundle is paid once; anything else means that the cart on the page is outdated. */
function rejectUnsold(wanted: readonly OfferKey[], unsold: readonly Unsold[]): NotSold | null {
  const first = unsold.find(({ reason }) => reason !== 'twice')
  if (!first) return null
  if (wanted.length > 1) return refused('cart-changed')
  if (first.reason === 'own-item') return refused('own-item')
  if (first.reason === 'empty') return emptyItem(wanted)
  return first.reason === 'already-owned' ? alreadyEnrolled(wanted) : notFound(wanted)
}

/** Grants without a transaction, when it costs nothing. Null when it has to be bought. */
async function endWithoutPayment(
  tx: Tx,
  deps: CommerceDeps,
  { student, gift, groups }: { student: Viewer; gift: GiftInput | null; groups: readonly Group[] },
): Promise<CheckoutOutcome | null> {
  if (groups.some(({ priceIdr }) => priceIdr > 0)) return null
  if (gift) return giftRejected('gift', 'Ini gratis, jadi tidak perlu dibelikan.')
  await grantFree(tx, deps, {
    userId: student.id,
    granted: groups.flatMap(({ items, groupId = null }) => items.map(({ kind, id }) => ({ kind, id, groupId }))),
  })
  return { outcome: 'granted', transactionId: null, token: null, redirectUrl: null }
}

/** Beside the open order of all that is free now, the student's own orders of each thing in it. */
async function findFreed(
  tx: Tx,
  { student, gift, groups }: { student: Viewer; gift: GiftInput | null; groups: readonly Group[] },
  row: TransactionRow | null,
): Promise<TransactionRow[]> {
  const freed = row ? [row] : []
  if (gift) return freed
  const things = groups.flatMap(({ set, items }) => [...(set ? [set] : []), ...items])
  for (const thing of things) {
    const own = await findOpen(tx, student.id, thing, null)
    if (own && own.id !== row?.id) freed.push(own)
  }
  return freed
}

async function startNew(tx: Tx, deps: CommerceDeps, purchase: PricedPurchase): Promise<NextStep> {
  const tooMany = await checkNewTransactionLimit(tx, deps, purchase.student.id)
  if (tooMany) return done(tooMany)
  if (purchase.price.total > 0) {
    if (await hasTooManyOpen(tx, purchase.student.id, purchase.method)) return done(refused('too-many-open'))
    const uniqueCodeIdr =
      purchase.method === 'card' ? 0 : await takeUniqueCode(tx, purchase.price.total, deps.clock.now())
    if (uniqueCodeIdr === null) return done(refused('payment-unavailable'))
    return {
      step: 'open-session',
      row: await insertClaimed(tx, deps, { ...purchase, uniqueCodeIdr }),
      lines: purchase.price.lines,
    }
  }
  const row = await insertPaid(tx, deps, purchase)
  await fulfil(tx, deps, { row, lines: await readLines(tx, row.id) })
  await recountSeats(tx, deps, { row })
  return done({ outcome: 'paid-by-promo', transactionId: row.id, token: null, redirectUrl: null })
}

/** Decides about the transaction that is open already. */
async function continueOpen(
  tx: Tx,
  deps: CommerceDeps,
  row: TransactionRow,
  { wanted }: CheckoutRequest,
  purchase: PricedPurchase,
): Promise<NextStep> {
  if (row.state === 'review') return done(heldPayment(wanted))
  const now = deps.clock.now()
  const session = sessionOf(row)
  if (session)
    return (await isContinued(tx, row, { purchase, now }))
      ? done(opened(row, session))
      : { step: 'replace', row, session }
  // Another process is opening the session. An expired claim belonged to a process that crashed.
  if (row.sessionClaimedUntil && row.sessionClaimedUntil > now) return { step: 'wait' }
  if (await isSamePurchase(tx, row, purchase))
    return { step: 'open-session', row: await renewClaim(tx, row, now), lines: purchase.price.lines }
  await cancelOpen(tx, deps, row)
  return startNew(tx, deps, purchase)
}

const opened = (row: TransactionRow, session: PaymentSession): Started => ({
  outcome: 'opened',
  transactionId: row.id,
  ...session,
  token: row.method === 'card' ? session.token : null,
})
