import { and, eq } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { hasPaid } from '#server/commerce/orders/states.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import {
  refused,
  refusedFields,
  tooManyRequests,
  type FieldRefusal,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import { isRefundDue } from './due-refund.ts'
import { sendGift } from './send-gift.ts'
import { gifts, type GiftRow } from './tables.ts'
import { giftMails } from '#server/commerce/limits.ts'

type Resent =
  | { outcome: 'sent' | 'waiting' | 'corrected' }
  | Refusal<'not-found' | 'not-sendable' | 'already-claimed'>
  | FieldRefusal<'gift-rejected'>
  | TooManyRequests

/**
 * Sends a paid gift again, also to another address, until it is claimed. Earlier links end. One that waits for its day is corrected
 * and goes on waiting.
 */
export async function resendGift(
  deps: CommerceDeps,
  giver: Pick<Viewer, 'id' | 'email'>,
  { id, email, name }: { id: string; email?: string | undefined; name?: string | undefined },
): Promise<Resent> {
  if (email === giver.email.toLowerCase()) return refusedFields('gift-rejected', { email: 'Ini emailmu sendiri.' })
  const found = await deps.database.transaction((tx) => findSendable(tx, giver, id))
  if (found.outcome !== 'sendable') return found
  const limit = await deps.rateLimiter.take([giftMails, giver.id])
  if (!limit.allowed) return tooManyRequests(limit)
  const mayMail = email === undefined ? limit : await deps.mail.mayMailStranger(email)
  if (!mayMail.allowed) return tooManyRequests(mayMail)
  return deps.database.transaction(async (tx) => {
    const sendable = await findSendable(tx, giver, id)
    if (sendable.outcome !== 'sendable') return sendable
    const { row, gift } = sendable
    const receiver = { email: email ?? gift.email, name: name ?? gift.name }
    await tx.update(gifts).set({ linkHash: null }).where(eq(gifts.transactionId, row.id))
    if (!isWaiting(gift, deps.clock.now())) {
      return {
        outcome: await sendGift(tx, deps, { row, gift: { ...gift, ...receiver }, isCounted: email !== undefined }),
      }
    }
    await tx.update(gifts).set(receiver).where(eq(gifts.transactionId, row.id))
    return { outcome: 'corrected' }
  })
}

/** Locks a gift that its giver may send. */
export async function findSendable(
  tx: Tx,
  giver: Pick<Viewer, 'id'>,
  id: string,
): Promise<
  | { outcome: 'sendable'; row: TransactionRow; gift: GiftRow }
  | Refusal<'not-found' | 'not-sendable' | 'already-claimed'>
> {
  const [row] = await tx
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), eq(transactions.studentId, giver.id)))
    .for('update')
  const [gift] = row ? await tx.select().from(gifts).where(eq(gifts.transactionId, row.id)).for('update') : []
  if (!row || !gift) return refused('not-found')
  if (gift.claimedAt) return refused('already-claimed')
  const isSendable = hasPaid(row.state) && !(await isRefundDue(tx, row.id))
  return isSendable ? { outcome: 'sendable', row, gift } : refused('not-sendable')
}

const isWaiting = ({ sentAt, sendOn }: GiftRow, now: Date): boolean =>
  sentAt === null && sendOn !== null && sendOn > jakartaDay(now)
