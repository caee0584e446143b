import { and, eq } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { hasPaid } from '#server/commerce/settlement/transition.ts'
import { transactions } from '#server/commerce/tables.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { hourMs } from '#contract/kit/durations.ts'
import {
  refused,
  refusedFields,
  tooManyRequests,
  type FieldRefusal,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import type { RateLimit } from '#server/platform/rate-limiter/index.ts'
import { sendGift } from './send-gift.ts'
import { gifts } from './tables.ts'

// A mail to an address that somebody typed.
const giftMails: RateLimit = { name: 'gift-mails', times: 5, perMs: hourMs }

type Resent =
  | { outcome: 'sent' }
  | Refusal<'not-found' | 'not-sendable'>
  | FieldRefusal<'gift-rejected'>
  | TooManyRequests

/** Sends a paid gift again, also to another address, until it is claimed. The earlier link ends. */
export async function resendGift(
  deps: CommerceDeps,
  giver: Pick<Viewer, 'id' | 'email'>,
  { id, email, name }: { id: string; email?: string | undefined; name?: string | undefined },
): Promise<Resent> {
  if (email === giver.email.toLowerCase()) return refusedFields('gift-rejected', { email: 'Ini emailmu sendiri.' })
  const limit = await deps.rateLimiter.take([giftMails, giver.id])
  if (!limit.allowed) return tooManyRequests(limit)
  const mayMail = email === undefined ? limit : await deps.mail.mayMailStranger(email)
  if (!mayMail.allowed) return tooManyRequests(mayMail)
  return deps.database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(transactions)
      .where(and(eq(transactions.id, id), eq(transactions.studentId, giver.id)))
      .for('update')
    const [gift] = row ? await tx.select().from(gifts).where(eq(gifts.transactionId, row.id)) : []
    if (!row || !gift) return refused('not-found')
    if (!hasPaid(row.state) || gift.claimedAt) return refused('not-sendable')
    await sendGift(tx, deps, { row, gift: { ...gift, email: email ?? gift.email, name: name ?? gift.name } })
    return { outcome: 'sent' }
  })
}
