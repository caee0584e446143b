import { eq } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { takeOutOfCart } from '#server/commerce/take-out-of-cart.ts'
import { sendGift } from '#server/commerce/gifts/send-gift.ts'
import { gifts } from '#server/commerce/gifts/tables.ts'
import { isErasedBuyer } from '#server/commerce/orders/erased-buyer.ts'
import { sourceRef } from '#server/commerce/orders/lines.ts'
import { takeSeats } from '#server/commerce/orders/cohort-seats.ts'
import { issueInvoice } from './issue-invoice.ts'
import { tellBuyer } from './tell-buyer.ts'
import { amountOf } from '#server/commerce/items/refund-lines.ts'
import { mailReceipt } from '#server/commerce/messages.ts'
import { findPromoId } from '#server/commerce/prices/index.ts'
import { redeemPromo } from '#server/commerce/promo/redemptions.ts'
import { openTeamOf } from '#server/commerce/teams/paid-seats.ts'
import { refundTasks, transactionLines, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'

export const soldItem = ({ kind, itemId, itemTitle }: TransactionRow) => ({ kind, id: itemId, title: itemTitle })

/**
 * Issues invoice, receipt and access for a paid transaction: to its student, or to the receiver of a gift once it is claimed. Lines that
 * the buyer already owns, and everything of a buyer whose account was deleted, are refunded.
 */
export async function fulfil(
  tx: Tx,
  deps: CommerceDeps,
  { row, lines, isRestored = false }: { row: TransactionRow; lines: readonly LineRow[]; isRestored?: boolean },
): Promise<void> {
  // Before the promo code, as in the checkout.
  const seats = await takeSeats(tx, deps, { lines, userId: row.studentId, isRestored })
  const invoiceNumber = await issueInvoice(tx, deps, { row, lines })
  await deps.emitEvent(tx, {
    type: 'purchase.paid',
    data: {
      transactionId: row.id,
      invoiceId: invoiceNumber,
      studentId: row.studentId,
      item: soldItem(row),
      amountIdr: row.amountIdr,
    },
  })
  await tellBuyer(tx, deps, { row, state: 'paid', amountIdr: row.amountIdr })
  // A lapsed transaction may still be paid at its agreed price, so its promo code is redeemed again.
  const promoId = row.promoCode ? await findPromoId(tx, row.promoCode) : null
  if (promoId)
    await redeemPromo(tx, { promoId, transactionId: row.id, studentId: row.studentId, now: deps.clock.now() })
  const isDeleted = isErasedBuyer(row)
  if (!isDeleted) await openTeamOf(tx, deps, { row, lines })
  // Unclaimed gifts and seats are granted once they are claimed or joined.
  const ofReceivers = row.kind === 'team' ? [] : row.giftEmail === null ? lines : await keptByReceivers(tx, deps, lines)
  const refused = isDeleted ? [...lines] : await grantLines(tx, deps, ofReceivers, seats)
  if (row.giftEmail !== null && !isDeleted) await sendGiftIfDue(tx, deps, row)
  await takeOutOfCart(tx, row, lines)
  const owedIdr = refused.reduce((sum, line) => sum + amountOf(line), 0)
  const isWhole = refused.length === lines.length && row.amountIdr > 0
  await mailReceipt(tx, deps, {
    row,
    invoiceNumber,
    kind: isWhole ? 'receipt-of-duplicate' : isRestored ? 'payment-restored' : 'receipt',
  })
  if (owedIdr === 0) return
  const now = deps.clock.now()
  await tx
    .insert(refundTasks)
    .values({
      refundKey: `${isDeleted ? 'deleted' : 'duplicate'}-${row.orderId}`,
      transactionId: row.id,
      amountIdr: owedIdr,
      reason: isDeleted ? 'account_deleted' : 'duplicate_payment',
      lineIds: isWhole ? null : refused.map(({ id }) => id),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
  deps.log.warn(
    { orderId: row.orderId },
    isDeleted ? 'paid after the account was deleted: a refund is due' : 'paid twice for the same item: a refund is due',
  )
}

/** A gift that was claimed before its payment was reversed is granted again, unless its receiver has no account any more. */
async function keptByReceivers(tx: Tx, { identity }: CommerceDeps, lines: readonly LineRow[]): Promise<LineRow[]> {
  const kept: LineRow[] = []
  for (const line of lines)
    if (line.receiverId !== null && (await identity.keepsAccount(tx, line.receiverId))) kept.push(line)
  return kept
}

/** Returns the lines of which the receiver already has access. */
async function grantLines(
  tx: Tx,
  deps: CommerceDeps,
  lines: readonly LineRow[],
  seats: ReadonlyMap<string, string>,
): Promise<LineRow[]> {
  const refused: LineRow[] = []
  // In one order, so that two such transactions cannot wait for each other.
  for (const line of lines.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))) {
    const { receiverId, kind, itemId } = line
    const grant = { itemId, sourceRef: sourceRef(line), groupId: seats.get(line.id) ?? null }
    if (!receiverId || !(await deps.items[kind].grant(tx, { ...grant, userId: receiverId }))) refused.push(line)
  }
  return refused
}

async function sendGiftIfDue(tx: Tx, deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const [gift] = await tx.select().from(gifts).where(eq(gifts.transactionId, row.id))
  if (!gift || gift.sentAt || gift.claimedAt) return
  const now = deps.clock.now()
  if (gift.sendOn === null || gift.sendOn <= jakartaDay(now)) await sendGift(tx, deps, { row, gift })
  else await tx.update(gifts).set({ readyAt: now }).where(eq(gifts.transactionId, row.id))
}

/** Ends the access of lines whose money went back. */
export async function revokeLines(
  tx: Tx,
  deps: CommerceDeps,
  { lines, isReversal = false }: { lines: readonly LineRow[]; isReversal?: boolean },
): Promise<void> {
  for (const line of lines.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))) {
    const { receiverId: userId, kind, itemId } = line
    await deps.items[kind].revoke(tx, { userId, itemId, sourceRef: sourceRef(line) }, { isReversal })
  }
}

export async function storeRefundedLines(tx: Tx, before: readonly LineRow[], after: readonly LineRow[]): Promise<void> {
  for (const [index, { id, refundedAmountIdr }] of after.entries())
    if (refundedAmountIdr !== before[index]?.refundedAmountIdr)
      await tx.update(transactionLines).set({ refundedAmountIdr }).where(eq(transactionLines.id, id))
}
