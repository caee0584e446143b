import { and, eq, isNull } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import { tooManyRequests, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { findDeviceEntry, signUpOf } from '#server/identity/sign-in/device-cookie.ts'
import { verificationMails } from '#server/identity/limits.ts'
import { users } from '#server/identity/tables.ts'
import { consumeLink, findLinkOwner, invalidLink, makeLink, type InvalidLink } from '#server/identity/sign-in/links.ts'
import { queueVerification } from '#server/identity/sign-in/queue-verification.ts'
import { endUnprovenAccess } from '#server/identity/sign-in/prove-mailbox.ts'
import { newPasswordMs } from '#server/identity/sign-in/lifetimes.ts'

export type ResendOutcome = { outcome: 'sent' | 'already-verified' } | TooManyRequests

/** Sends the confirmation mail again. */
export async function resendVerification(deps: IdentityDeps, viewer: Viewer): Promise<ResendOutcome> {
  const { database, rateLimiter, mail } = deps
  const [pending] = await database.query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, viewer.id), isNull(users.emailVerifiedAt)))
  if (!pending) return { outcome: 'already-verified' }
  const mayAsk = await rateLimiter.take([verificationMails, viewer.id])
  if (!mayAsk.allowed) return tooManyRequests(mayAsk)
  const mayMail = await mail.mayMailStranger(viewer.email)
  if (!mayMail.allowed) return tooManyRequests(mayMail)
  await database.transaction((tx) => queueVerification(tx, deps, { ...viewer, isCounted: true }))
  return { outcome: 'sent' }
}

/** With a token to set a new password when this was the first proof of the mailbox, which ended all access from before. */
export type VerifyOutcome = { outcome: 'verified'; resetToken: string | null } | InvalidLink

export type VerifyCaller = { viewer: Viewer | null; signUpCookie: string | null }

/**
 * Confirms the address that the link was mailed to. The browser that created the account, or is signed in to it, belongs to the user of both
 * the mailbox and the password, who keeps all access. Any other caller may have found an account that another person created with this
 * address, so all access from before ends.
 */
export async function verifyEmail(
  deps: IdentityDeps,
  token: string,
  { viewer, signUpCookie }: VerifyCaller,
): Promise<VerifyOutcome> {
  const { database, clock, audit } = deps
  const owner = await findLinkOwner(database.query, 'verify-email', token, clock.now())
  if (!owner) return invalidLink
  const isCreator = viewer?.id === owner || (await findDeviceEntry(deps, signUpCookie, signUpOf(owner))) !== null
  return database.transaction(async (tx) => {
    const link = await consumeLink(tx, { purpose: 'verify-email', token, now: clock.now() })
    if (!link) return invalidLink
    const { userId } = link
    const isProven = !isCreator && (await endUnprovenAccess(tx, userId))
    await tx
      .update(users)
      .set({ emailVerifiedAt: clock.now() })
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    if (!isProven) return { outcome: 'verified', resetToken: null }
    await audit.record(tx, { actorId: userId, action: 'user.email-proven', subjectId: userId })
    return {
      outcome: 'verified',
      resetToken: await makeLink(tx, { userId, purpose: 'reset-password', lifeMs: newPasswordMs, now: clock.now() }),
    }
  })
}
