import { randomUUIDv7 } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { Item, ItemKey } from '#server/commerce/items/item.ts'
import { newOrderId } from './order-id.ts'
import { redeemPromo, releasePromo, type PricedItem } from '#server/commerce/promo/promo.ts'
import { nextCheck } from '#server/commerce/settlement/schedule.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { openStates, unpaidStates } from '#server/commerce/settlement/transition.ts'

export const sessionLifeMinutes = 24 * 60
// Longer than the provider client's timeout, so that a claim never expires during its call.
const claimMs = 8_000

const sessionEnd = (now: Date): Date => new Date(now.getTime() + sessionLifeMinutes * minuteMs)
const claimEnd = (now: Date): Date => new Date(now.getTime() + claimMs)

/** The open transaction of a student for an item; a database index allows only one. */
export async function findOpen(tx: Tx, studentId: string, item: ItemKey): Promise<TransactionRow | null> {
  const [row] = await tx
    .select()
    .from(transactions)
    .where(
      and(eq(transactions.studentId, studentId), eq(transactions.kind, item.kind), eq(transactions.itemId, item.id), inArray(transactions.state, openStates)),
    )
  return row ?? null
}

export type PricedPurchase = { student: Viewer; item: Item; price: PricedItem }

/** Inserts a transaction that is claimed by this process to open its session, and redeems its promo code. */
export async function insertClaimed(tx: Tx, deps: CommerceDeps, purchase: PricedPurchase): Promise<TransactionRow> {
  const now = deps.clock.now()
  return insert(tx, purchase, now, {
    state: 'created',
    sessionClaimedUntil: claimEnd(now),
    expiresAt: sessionEnd(now),
    nextCheckAt: nextCheck({ state: 'created', createdAt: now, expiresAt: sessionEnd(now), paidAt: null }, now),
  })
}

/** Inserts a transaction without anything to pay, which is paid at once. */
export async function insertPaid(tx: Tx, deps: CommerceDeps, purchase: PricedPurchase): Promise<TransactionRow> {
  const now = deps.clock.now()
  return insert(tx, purchase, now, { state: 'paid', paidAt: now, paidAmountIdr: 0 })
}

async function insert(tx: Tx, { student, item, price }: PricedPurchase, now: Date, values: Partial<TransactionRow> & Pick<TransactionRow, 'state'>) {
  // The partial unique index `one_open_transaction` (migrations/0010-items-for-sale.sql) rejects a second open row of this student and item.
  const [row] = await tx
    .insert(transactions)
    .values({
      ...values,
      id: randomUUIDv7(),
      studentId: student.id,
      kind: item.kind,
      itemId: item.id,
      itemTitle: item.title,
      instructorId: item.instructorId,
      buyerName: student.name,
      buyerEmail: student.email,
      listPriceIdr: item.priceIdr,
      discountPercent: item.discountPercent,
      promoCode: price.promo?.code ?? null,
      promoDiscountIdr: price.promoDiscount,
      amountIdr: price.total,
      orderId: newOrderId(),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!row) throw new Error('The insert returned no row')
  if (price.promo) await redeemPromo(tx, { promoId: price.promo.id, transactionId: row.id, studentId: student.id, now })
  return row
}

/** Renews the claim for the same order after the claiming process crashed or its session was lost. */
export async function renewClaim(tx: Tx, row: TransactionRow, now: Date): Promise<TransactionRow> {
  const [claimed] = await tx
    .update(transactions)
    .set({ sessionClaimedUntil: claimEnd(now), expiresAt: sessionEnd(now), version: sql`${transactions.version} + 1` })
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
  if (closed.length > 0) await releasePromo(tx, row.id)
}
