import { newId } from '#server/platform/new-id.ts'
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import { lockUntilCommit, type Queryable, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { tooManyRequests, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { GiftInput } from '#contract/commerce/commerce.ts'
import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import { gifts } from '#server/commerce/gifts/tables.ts'
import type { TeamPurchase } from '#server/commerce/teams/team-purchase.ts'
import type { Subject } from '#server/commerce/items/resolve-purchase.ts'
import { holdSeats } from '#server/groups/index.ts'
import { releaseSeatsOf } from '#server/commerce/orders/cohort-seats.ts'
import { readLines } from '#server/commerce/orders/lines.ts'
import { newOrderId } from '#server/commerce/orders/order-id.ts'
import { checkoutReminders, firstReminderMs } from './tables.ts'
import { redeemPromo, releasePromo } from '#server/commerce/promo/redemptions.ts'
import type { Price } from '#server/commerce/promo/price-purchase.ts'
import { nextCheck } from '#server/commerce/settlement/schedule.ts'
import { lineShares, teamOrders, transactionLines, transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { openStates, unpaidStates } from '#server/commerce/orders/states.ts'
import { maximumOpen, maximumOpenByHand, newTransactions, orderLifeMinutes } from '#server/commerce/limits.ts'

// Longer than the provider client's timeout, so that a claim never expires during its call.
const claimMs = 8_000

const orderEnd = (now: Date): Date => new Date(now.getTime() + orderLifeMinutes * minuteMs)
const claimEnd = (now: Date): Date => new Date(now.getTime() + claimMs)

/** The open transaction of a student for an item, a bundle, a path or the cart, for themselves or as a gift to this address; a database index allows only one. */
export async function findOpen(
  queryable: Queryable,
  studentId: string,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
  giftEmail: string | null,
): Promise<TransactionRow | null> {
  const [row] = await queryable
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.studentId, studentId),
        eq(transactions.kind, kind),
        eq(transactions.itemId, id),
        giftEmail === null ? isNull(transactions.giftEmail) : eq(transactions.giftEmail, giftEmail),
        inArray(transactions.state, openStates),
      ),
    )
  return row ?? null
}

/** True when a student must pay or cancel something before they order more. Until the commit no other order of theirs is opened. */
export async function hasTooManyOpen(tx: Tx, studentId: string, method: PaymentMethod): Promise<boolean> {
  await lockUntilCommit(tx, `open-orders:${studentId}`)
  const [open] = await tx
    .select({ all: count(), byHand: sql<number>`(count(*) filter (where ${transactions.method} <> 'card'))::int` })
    .from(transactions)
    // The states as literals, as in the partial index `one_open_transaction`: with parameters it would not be used.
    .where(and(eq(transactions.studentId, studentId), sql`${transactions.state} in ('created', 'pending', 'review')`))
  const { all, byHand } = open ?? { all: 0, byHand: 0 }
  return all >= maximumOpen || (method !== 'card' && byHand >= maximumOpenByHand)
}

/** Null unless this student opened too many transactions recently. Counts rows, so that reusing an open transaction is free. */
export async function checkNewTransactionLimit(
  tx: Tx,
  { clock }: CommerceDeps,
  studentId: string,
): Promise<TooManyRequests | null> {
  const { times, perMs } = newTransactions
  const [earliest] = await tx
    .select({ createdAt: transactions.createdAt })
    .from(transactions)
    .where(eq(transactions.studentId, studentId))
    .orderBy(desc(transactions.createdAt))
    .offset(times - 1)
    .limit(1)
  const waitMs = earliest ? earliest.createdAt.getTime() + perMs - clock.now().getTime() : 0
  return waitMs > 0 ? tooManyRequests({ retryAfterSeconds: Math.ceil(waitMs / 1000) }) : null
}

export type PricedPurchase = {
  student: Viewer
  subject: Subject
  price: Price
  gift: GiftInput | null
  team: Pick<TeamPurchase, 'seats' | 'name' | 'npwp' | 'teamId'> | null
  method: PaymentMethod
  uniqueCodeIdr: number
}

/** Inserts a transaction that is claimed by this process to open its session, and redeems its promo code. */
export async function insertClaimed(tx: Tx, deps: CommerceDeps, purchase: PricedPurchase): Promise<TransactionRow> {
  const now = deps.clock.now()
  const row = await insert(tx, purchase, now, {
    state: 'created',
    sessionClaimedUntil: claimEnd(now),
    expiresAt: orderEnd(now),
    nextCheckAt: nextCheck({ state: 'created', createdAt: now, expiresAt: orderEnd(now), paidAt: null }, now),
  })
  await tx.insert(checkoutReminders).values({ transactionId: row.id, dueAt: new Date(now.getTime() + firstReminderMs) })
  return row
}

/** Inserts a transaction without anything to pay, which is paid at once. */
export async function insertPaid(tx: Tx, deps: CommerceDeps, purchase: PricedPurchase): Promise<TransactionRow> {
  const now = deps.clock.now()
  return insert(tx, purchase, now, { state: 'paid', paidAt: now, paidAmountIdr: 0 })
}

async function insert(
  tx: Tx,
  { student, subject, price, gift, team, method, uniqueCodeIdr }: PricedPurchase,
  now: Date,
  values: Partial<TransactionRow> & Pick<TransactionRow, 'state'>,
) {
  // The partial unique index `one_open_transaction` (migrations/0321-add-transaction-lines.sql) rejects a second open row of this student and item.
  const [row] = await tx
    .insert(transactions)
    .values({
      ...values,
      id: newId(),
      studentId: student.id,
      kind: subject.kind,
      itemId: subject.id,
      itemTitle: subject.title,
      instructorId: subject.instructorId,
      giftEmail: gift?.email ?? null,
      buyerName: student.name,
      buyerEmail: student.email,
      listPriceIdr: price.listPrice,
      // For a single item; the lines have the prices of several.
      discountPercent:
        subject.kind === 'course' || subject.kind === 'ebook' ? (price.lines[0]?.item.discountPercent ?? 0) : 0,
      promoCode: price.promo?.code ?? null,
      promoDiscountIdr: price.promoDiscount,
      amountIdr: price.total + uniqueCodeIdr,
      method,
      orderId: newOrderId(),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!row) throw new Error('The insert returned no row')
  const dearest = Math.max(...price.lines.map(({ priceIdr }) => priceIdr))
  const codeAt = price.lines.findIndex(({ priceIdr }) => priceIdr === dearest)
  const lineIds = price.lines.map((_line, position) => (position === 0 ? row.id : newId()))
  await tx.insert(transactionLines).values(
    price.lines.map(({ item, set, groupId, priceIdr, promoDiscountIdr }, position) => ({
      id: lineIds[position] ?? row.id,
      transactionId: row.id,
      position,
      kind: item.kind,
      itemId: item.id,
      itemTitle: item.title,
      bundleId: set?.kind === 'bundle' ? set.id : null,
      pathId: set?.kind === 'path' ? set.id : null,
      setTitle: set?.title ?? null,
      groupId: gift || team ? null : groupId,
      instructorId: item.instructorId,
      listPriceIdr: item.priceIdr,
      priceIdr: position === codeAt ? priceIdr + uniqueCodeIdr : priceIdr,
      promoDiscountIdr,
      uniqueCodeIdr: position === codeAt ? uniqueCodeIdr : 0,
      inSale: item.sale !== null,
      receiverId: gift || team ? null : student.id,
    })),
  )
  await holdSeats(
    tx,
    price.lines.flatMap(({ groupId }, position) =>
      groupId && !gift && !team ? [{ lineId: lineIds[position] ?? row.id, groupId }] : [],
    ),
  )
  const shares = price.lines.flatMap(({ item }, index) =>
    item.shares.map(({ userId, sharePercent }, position) => ({
      lineId: lineIds[index] ?? row.id,
      instructorId: userId,
      position,
      sharePercent,
    })),
  )
  if (shares.length > 0) await tx.insert(lineShares).values(shares)
  if (gift) {
    const { email, name, message = '', sendOn = null } = gift
    await tx.insert(gifts).values({ transactionId: row.id, email, name, message, sendOn, createdAt: now })
  }
  if (team) {
    const { seats, name, npwp, teamId } = team
    await tx.insert(teamOrders).values({ transactionId: row.id, groupId: teamId, seats, name, npwp })
  }
  if (price.promo) await redeemPromo(tx, { promoId: price.promo.id, transactionId: row.id, studentId: student.id, now })
  return row
}

/** Renews the claim for the same order after the claiming process crashed or its session was lost. */
export async function renewClaim(tx: Tx, row: TransactionRow, now: Date): Promise<TransactionRow> {
  const [claimed] = await tx
    .update(transactions)
    .set({ sessionClaimedUntil: claimEnd(now), expiresAt: orderEnd(now), version: sql`${transactions.version} + 1` })
    .where(eq(transactions.id, row.id))
    .returning()
  return claimed ?? row
}

/** Cancels an open transaction and releases its promo code. A payment that arrives later is still settled. */
export async function cancelOpen(tx: Tx, deps: Pick<CommerceDeps, 'clock'>, row: TransactionRow): Promise<void> {
  const closed = await tx
    .update(transactions)
    .set({ state: 'cancelled', updatedAt: deps.clock.now(), version: sql`${transactions.version} + 1` })
    .where(and(eq(transactions.id, row.id), inArray(transactions.state, unpaidStates)))
    .returning({ id: transactions.id })
  // A transaction that was paid concurrently keeps its redemption.
  if (closed.length === 0) return
  await releasePromo(tx, row.id)
  await releaseSeatsOf(tx, await readLines(tx, row.id))
}
