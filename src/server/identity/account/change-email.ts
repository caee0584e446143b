import { and, eq, isNull, ne } from 'drizzle-orm'
import { hourMs } from '#contract/kit/durations.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { isUniqueViolation } from '#server/platform/database/index.ts'
import { mailboxOf } from '#server/platform/mail/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import {
  invalidInput,
  refused,
  tooManyRequests,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import {
  addressTakenMessage,
  changeEmailMessage,
  emailChangeRequestedMessage,
  emailChangedMessage,
} from '#server/identity/messages.ts'
import { emailChangesPerMailbox, emailChanges } from '#server/identity/limits.ts'
import { checkOwnPassword, wrongPassword } from '#server/identity/sign-in/change-password.ts'
import { users } from '#server/identity/tables.ts'
import { endSessionsOf, hasSession } from '#server/identity/sign-in/session.ts'
import {
  consumeLink,
  findLinkOwner,
  invalidateLinks,
  invalidLink,
  lockAccount,
  makeLink,
  type InvalidLink,
} from '#server/identity/sign-in/links.ts'
import { endUnprovenAccess } from '#server/identity/sign-in/prove-mailbox.ts'
import { emailChangeHours, newPasswordMs } from '#server/identity/sign-in/lifetimes.ts'

export type EmailChangeRequestOutcome =
  | { outcome: 'accepted' }
  | Refusal<'sign-in-again'>
  | InvalidInput
  | TooManyRequests

/**
 * Mails a confirmation link to the new address and a notification to the current one. The response is the same when the new
 * address already has an account; its owner is notified instead. The address changes when the link is opened.
 */
export async function requestEmailChange(
  deps: IdentityDeps,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
): Promise<EmailChangeRequestOutcome> {
  const { database, rateLimiter, securityLog } = deps
  if (email === viewer.email) return invalidInput({ email: 'Ini sudah alamat akunmu' })
  const check = await checkOwnPassword(deps, viewer.id, { password })
  if (check.outcome === 'invalid-input' || check.outcome === 'too-many-requests') return check
  // Users without a password prove themselves by a recent sign-in or a passkey.
  if (check.outcome === 'no-password' && !viewer.hasFreshProof) return refused('sign-in-again')
  const mayAsk = await rateLimiter.take([emailChanges, viewer.id])
  if (!mayAsk.allowed) return tooManyRequests(mayAsk)
  const mayMail = await rateLimiter.take([emailChangesPerMailbox, mailboxOf(email)])
  const isRequested = await database.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    // A concurrent password change ended this session and invalidates this request too.
    if (!(await hasSession(tx, viewer))) return false
    // Replaces an earlier link, even when no mail is sent.
    const token = await makeLink(tx, {
      userId: viewer.id,
      purpose: 'change-email',
      lifeMs: emailChangeHours * hourMs,
      now: deps.clock.now(),
      newEmail: email,
    })
    // Above the limit per mailbox no mail is sent, and the response does not show it.
    if (mayMail.allowed) await mailConfirmation(tx, deps, { ownerId: viewer.id, name: viewer.name, email, token })
    await deps.mail.queue(tx, {
      kind: 'email-change-asked',
      to: viewer,
      message: emailChangeRequestedMessage(deps.publicUrl, email),
      ownerId: viewer.id,
    })
    return true
  })
  if (!isRequested) return wrongPassword
  securityLog.note('email-change-asked', { userId: viewer.id, email })
  return { outcome: 'accepted' }
}

/** Cancels the pending change, if any. */
export async function cancelEmailChange({ database, securityLog }: IdentityDeps, viewer: Viewer): Promise<void> {
  await database.transaction((tx) => invalidateLinks(tx, viewer.id, 'change-email'))
  securityLog.note('email-change-cancelled', { userId: viewer.id })
}

type NewAddress = { ownerId: string; name: string; email: string; token: string }

async function mailConfirmation(
  tx: Tx,
  { mail, publicUrl }: IdentityDeps,
  { ownerId, name, email, token }: NewAddress,
): Promise<void> {
  const [taken] = await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email))
  const message = taken ? addressTakenMessage(publicUrl) : changeEmailMessage(publicUrl, token, emailChangeHours)
  const to = { name: taken?.name ?? name, email }
  await mail.queue(tx, {
    kind: taken ? 'address-taken' : 'change-email',
    to,
    message,
    isSecret: true,
    ownerId: taken?.id ?? ownerId,
    cause: 'stranger',
  })
}

export type ConfirmEmailOutcome =
  | InvalidLink
  | Refusal<'address-taken' | 'sign-in-first'>
  /** With a token to set a new password when this was the first proof of a mailbox. */
  | { outcome: 'changed'; resetToken: string | null }

/**
 * The link proves access to the new mailbox: changes the address and notifies the old one. Who opens the link may not be who asked for it: someone
 * may have entered a foreign address into an account of their own, to keep their access when its owner confirms. So the link asks for a session of the
 * account, whose other sessions end. Without one it works as the first proof of a mailbox only, which ends all access from before.
 */
export async function confirmEmailChange(
  deps: IdentityDeps,
  token: string,
  viewer: Viewer | null,
): Promise<ConfirmEmailOutcome> {
  const { database, clock } = deps
  try {
    return await database.transaction(async (tx) => {
      const owner = await findLinkOwner(tx, 'change-email', token, clock.now())
      if (!owner) return invalidLink
      await lockAccount(tx, owner)
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, owner), isNull(users.disabledAt)))
      if (!user) return invalidLink
      const isOwner = viewer?.id === user.id
      if (!isOwner && user.emailVerifiedAt) return refused('sign-in-first')
      const link = await consumeLink(tx, { purpose: 'change-email', token, now: clock.now() })
      if (!link?.newEmail) return invalidLink
      const [taken] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.email, link.newEmail), ne(users.id, user.id)))
      if (taken) return refused('address-taken')
      if (viewer && isOwner) await endSessionsOf(tx, user.id, { except: viewer.sessionId })
      else await endUnprovenAccess(tx, user.id)
      await noteChange(tx, deps, user, link.newEmail)
      if (isOwner) return { outcome: 'changed', resetToken: null }
      const resetToken = await makeLink(tx, {
        userId: user.id,
        purpose: 'reset-password',
        lifeMs: newPasswordMs,
        now: clock.now(),
      })
      return { outcome: 'changed', resetToken }
    })
  } catch (error) {
    // A concurrent request took the address.
    if (isUniqueViolation(error, 'users_email_key')) return refused('address-taken')
    throw error
  }
}

async function noteChange(
  tx: Tx,
  deps: IdentityDeps,
  user: { id: string; name: string; email: string },
  email: string,
): Promise<void> {
  await replaceEmail(tx, deps, { user, address: { email, emailVerifiedAt: deps.clock.now() } })
  const details = { email: { from: user.email, to: email } }
  await deps.audit.record(tx, {
    actorId: user.id,
    action: 'user.email-changed',
    subjectId: user.id,
    details,
  })
  deps.securityLog.note('email-changed', { userId: user.id })
}

/** Stores the new address, invalidates links in the old mailbox, and notifies it. */
export async function replaceEmail(
  tx: Tx,
  { mail, cacheTags, publicUrl }: Pick<IdentityDeps, 'mail' | 'cacheTags' | 'publicUrl'>,
  {
    user,
    address,
  }: {
    user: { id: string; name: string; email: string }
    address: { email: string; /** Null when the user has not proven the new address. */ emailVerifiedAt: Date | null }
  },
): Promise<void> {
  await tx.update(users).set(address).where(eq(users.id, user.id))
  await invalidateLinks(tx, user.id)
  await mail.queue(tx, {
    kind: 'email-changed',
    to: user,
    message: emailChangedMessage(publicUrl, address.email),
    ownerId: user.id,
  })
  await cacheTags.invalidate(tx, [`user:${user.id}`])
}
