import { eq, or } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { readLines, sourceRef } from '#server/commerce/orders/lines.ts'
import { endAsClaimed } from '#server/commerce/orders/end-refund-request.ts'
import { isErasedBuyer } from '#server/commerce/orders/erased-buyer.ts'
import { isReturnedWhole } from '#server/commerce/items/refund-lines.ts'
import { readShares } from '#server/commerce/payouts/book.ts'
import { hasPaid } from '#server/commerce/orders/states.ts'
import { transactionLines, transactions, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { isRefundDue } from './due-refund.ts'
import { eraseGiven } from './erase-gifts.ts'
import { hashGiftToken } from './send-gift.ts'
import { gifts, type GiftRow } from './tables.ts'

export async function isGiftClaimed(queryable: Queryable, transactionId: string): Promise<boolean> {
  const [gift] = await queryable
    .select({ claimedAt: gifts.claimedAt })
    .from(gifts)
    .where(eq(gifts.transactionId, transactionId))
  return gift?.claimedAt !== null && gift !== undefined
}

export type OpenedGift = { gift: GiftRow; row: TransactionRow; lines: LineRow[] }

/** The gift of a link, whatever became of it, without what was refunded since; null when the link is unknown or a newer one was sent. */
export async function openGift(queryable: Queryable, token: string): Promise<OpenedGift | null> {
  const hash = hashGiftToken(token)
  const [found] = await queryable
    .select({ gift: gifts, row: transactions })
    .from(gifts)
    .innerJoin(transactions, eq(transactions.id, gifts.transactionId))
    .where(or(eq(gifts.tokenHash, hash), eq(gifts.linkHash, hash)))
  if (!found) return null
  const lines = await readLines(queryable, found.row.id)
  return { ...found, lines: hasPaid(found.row.state) ? lines.filter((line) => !isReturnedWhole(line)) : lines }
}

const claimedByYou = 'Hadiah ini sudah kamu terima. Isinya ada di akunmu.'
export const linkEnded = 'Tautan hadiah ini tidak berlaku (lagi).'
const notFound = { outcome: 'not-found', message: linkEnded } as const
type Claimed =
  | { outcome: 'claimed' }
  | typeof notFound
  | { outcome: 'already-claimed'; message: string }
  | Refusal<'already-claimed' | 'already-owned' | 'own-item' | 'gift-refunded'>

/** Thrown, so that what was granted before is taken back. */
class OwnedMeanwhile extends Error {}

/** Gives everything in it to the claimer, once, or nothing: somebody who owns a part of it leaves it to others. */
export async function claimGift(deps: CommerceDeps, userId: string, token: string): Promise<Claimed> {
  const claim = async (tx: Tx): Promise<Claimed> => {
    const seen = await openGift(tx, token)
    if (!seen) return notFound
    // Settling and refunding lock the same row: a claim and a refund cannot both happen.
    await tx.select({ id: transactions.id }).from(transactions).where(eq(transactions.id, seen.row.id)).for('update')
    const opened = await openGift(tx, token)
    if (!opened) return notFound
    const { gift, row, lines } = opened
    // The response to the first attempt may have been lost.
    if (gift.claimedBy === userId) return { outcome: 'already-claimed', message: claimedByYou }
    if (gift.claimedAt) return refused('already-claimed')
    if (!hasPaid(row.state) || (await isRefundDue(tx, row.id))) return refused('gift-refunded')
    for (const { kind, itemId } of lines)
      if (await deps.items[kind].isOwned(userId, itemId, tx)) return refused('already-owned')
    if (await earnsWith(tx, lines, userId)) return refused('own-item')
    const now = deps.clock.now()
    for (const line of lines.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)))
      if (!(await deps.items[line.kind].grant(tx, { userId, itemId: line.itemId, sourceRef: sourceRef(line) })))
        throw new OwnedMeanwhile()
    await tx.update(transactionLines).set({ receiverId: userId }).where(eq(transactionLines.transactionId, row.id))
    // With the giver's link it may be claimed before it was mailed.
    await tx
      .update(gifts)
      .set({ claimedAt: now, claimedBy: userId, readyAt: null })
      .where(eq(gifts.transactionId, row.id))
    const { id: transactionId, studentId, itemTitle: title } = row
    if (isErasedBuyer(row)) await eraseGiven(tx, studentId)
    await endAsClaimed(tx, deps, row)
    await deps.notify(tx, {
      kind: 'gift-claimed',
      userId: studentId,
      actorId: userId,
      data: { transactionId, title, name: gift.name },
    })
    return { outcome: 'claimed' }
  }
  return deps.database.transaction(claim).catch((error: unknown) => {
    if (error instanceof OwnedMeanwhile) return refused('already-owned')
    throw error
  })
}

async function earnsWith(tx: Tx, lines: readonly LineRow[], userId: string): Promise<boolean> {
  const shares = await readShares(
    tx,
    lines.map(({ id }) => id),
  )
  return (
    lines.some(({ instructorId }) => instructorId === userId) || shares.some((share) => share.instructorId === userId)
  )
}
