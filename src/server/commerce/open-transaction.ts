import { randomUUIDv7 } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { CommerceDeps } from './commerce.ts'
import type { Item, ItemAddress } from './items/item.ts'
import { newOrderId } from './order-id.ts'
import { redeem, release, type PricedItem } from './promo.ts'
import { nextCheck } from './schedule.ts'
import { transactions, type TransactionRow } from './tables.ts'

export const sessionLifeMinutes = 24 * 60
// Longer than the provider client waits, so that a claim never ends while its call is still under way.
const claimMs = 8_000

const sessionEnd = (now: Date): Date => new Date(now.getTime() + sessionLifeMinutes * 60_000)
const claimEnd = (now: Date): Date => new Date(now.getTime() + claimMs)

/** The open transaction of a student for an item; the database allows no second one. */
export async function findOpen(tx: Transaction, studentId: string, item: ItemAddress): Promise<TransactionRow | null> {
  const [row] = await tx
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.studentId, studentId),
        eq(transactions.kind, item.kind),
        eq(transactions.itemId, item.id),
        inArray(transactions.state, ['created', 'pending', 'review']),
      ),
    )
  return row ?? null
}

export type Purchase = { student: Viewer; item: Item; price: PricedItem }

/** Opens a transaction whose session this process is about to ask the provider for, and reserves its promo slot. */
export async function insertClaimed(tx: Transaction, deps: CommerceDeps, purchase: Purchase): Promise<TransactionRow> {
  const now = deps.clock.now()
  return insert(tx, purchase, now, {
    state: 'created',
    sessionClaimedUntil: claimEnd(now),
    expiresAt: sessionEnd(now),
    nextCheckAt: nextCheck({ state: 'created', createdAt: now, expiresAt: sessionEnd(now), paidAt: null }, now),
  })
}

/** Nothing is left to pay: the transaction is paid as it is opened. */
export async function insertPaid(tx: Transaction, deps: CommerceDeps, purchase: Purchase): Promise<TransactionRow> {
  const now = deps.clock.now()
  return insert(tx, purchase, now, { state: 'paid', paidAt: now, paidAmountIdr: 0 })
}

async function insert(tx: Transaction, { student, item, price }: Purchase, now: Date, values: Partial<TransactionRow> & Pick<TransactionRow, 'state'>) {
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
  if (!row) throw new Error('An insert that succeeds answers its row')
  if (price.promo) await redeem(tx, { promoId: price.promo.id, transactionId: row.id, studentId: student.id, now })
  return row
}

/** The process that claimed it before died, or its session was lost: this one asks again for the same order. */
export async function claimAgain(tx: Transaction, row: TransactionRow, now: Date): Promise<TransactionRow> {
  const [claimed] = await tx
    .update(transactions)
    .set({ sessionClaimedUntil: claimEnd(now), expiresAt: sessionEnd(now), version: sql`${transactions.version} + 1` })
    .where(eq(transactions.id, row.id))
    .returning()
  return claimed ?? row
}

/** Ends an open transaction unpaid and gives its promo slot back. Should its payment arrive after all, settling still takes it. */
export async function close(tx: Transaction, deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const closed = await tx
    .update(transactions)
    .set({ state: 'cancelled', updatedAt: deps.clock.now(), version: sql`${transactions.version} + 1` })
    .where(and(eq(transactions.id, row.id), inArray(transactions.state, ['created', 'pending'])))
    .returning({ id: transactions.id })
  // It may have been paid meanwhile: then the slot is used for good.
  if (closed.length > 0) await release(tx, row.id)
}
