import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { verifyEmailMessage } from '#server/identity/messages.ts'
import { verificationMails } from '#server/identity/rate-limits.ts'
import { users } from '#server/identity/tables.ts'
import { makeLink, consumeLink } from './links.ts'

const day = 86_400_000
const lifeDays = 7

export async function queueVerification(
  tx: Transaction,
  { mail, clock, publicUrl }: Pick<IdentityDeps, 'mail' | 'clock' | 'publicUrl'>,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  const token = await makeLink(tx, { userId: id, purpose: 'verify-email', lifeMs: lifeDays * day, now: clock.now() })
  await mail.queue(tx, { kind: 'verify-email', to: { name, email }, message: verifyEmailMessage(publicUrl, token), isSecret: true })
}

export type ResendOutcome = { outcome: 'sent' } | { outcome: 'already-verified' } | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

/** Sends the confirmation mail again. */
export async function resendVerification(deps: IdentityDeps, viewer: Viewer): Promise<ResendOutcome> {
  const { database, throttle } = deps
  const [pending] = await database.query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, viewer.id), isNull(users.emailVerifiedAt)))
  if (!pending) return { outcome: 'already-verified' }
  const mayAsk = await throttle.take([verificationMails, viewer.id])
  if (!mayAsk.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayAsk.retryAfterSeconds }
  await database.transaction((tx) => queueVerification(tx, deps, viewer))
  return { outcome: 'sent' }
}

/** Confirms the address that the link was mailed to. Works without a session. */
export async function verifyEmail({ database, clock }: IdentityDeps, token: string): Promise<'verified' | 'invalid-link'> {
  return database.transaction(async (tx) => {
    const link = await consumeLink(tx, 'verify-email', token, clock.now())
    if (!link) return 'invalid-link'
    await tx
      .update(users)
      .set({ emailVerifiedAt: clock.now() })
      .where(and(eq(users.id, link.userId), isNull(users.emailVerifiedAt)))
    return 'verified'
  })
}
