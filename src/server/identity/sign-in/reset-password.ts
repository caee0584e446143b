import { and, eq } from 'drizzle-orm'
import { resetMinutes } from '#contract/identity/account.ts'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import { mustWait, type MustWait, type RateLimitKey } from '#server/platform/protection/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { InvalidInput } from '#server/platform/outcomes.ts'
import { consumeLink, findLinkOwner, invalidateLinks, invalidLink, makeLink, type InvalidLink } from './links.ts'
import { endUnprovenAccess } from './prove-mailbox.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { passwordChangedMessage, resetPasswordMessage, welcomeMessage } from '#server/identity/messages.ts'
import { resetsPerAccountAndClient, resetsPerClient, resetsPerMailbox } from '#server/identity/limits.ts'
import { endSessionsOf } from './session.ts'
import { users } from '#server/identity/tables.ts'
import { mailboxOf } from '#server/platform/mail/index.ts'
import { commonPassword, isCommonPassword } from './password.ts'
import { staffLinkHours, welcomeDays } from './lifetimes.ts'

const resetLife = `${resetMinutes} menit`

export type ResetRequestOutcome = { outcome: 'accepted' } | MustWait

/**
 * Mails a reset link. Known and unknown addresses get the same response, in the same time, under the same rate limit.
 * Above the limit per mailbox no mail is sent, and the response does not show it.
 */
export async function requestPasswordReset(
  deps: IdentityDeps,
  email: string,
  { client, solution }: { client: string; /** The header X-Challenge. */ solution: string | null },
): Promise<ResetRequestOutcome> {
  const { database, rateLimiter, securityLog, challenges } = deps
  const hasSolved = await challenges.consume(solution, { purpose: 'password-reset', client })
  const perClient: RateLimitKey[] = hasSolved ? [] : [[resetsPerClient, client]]
  const mayAsk = await rateLimiter.take([resetsPerAccountAndClient, email, client], ...perClient)
  if (!mayAsk.allowed) {
    securityLog.note('password-reset-asked', { outcome: 'too-many-requests', email, client })
    return mustWait(await challenges.describeWait(mayAsk, { purpose: 'password-reset', client, difficulty: 'normal' }))
  }
  const mayMail = await rateLimiter.take([resetsPerMailbox, mailboxOf(email)])
  const outcome = await database
    .transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.email, email))
      // Runs the same statements for an unknown address and rolls them back, to take the same time.
      if (!user || user.disabledAt || !mayMail.allowed) {
        await imitateResetMail(tx, deps, email)
        throw new NothingToSend()
      }
      await queueResetLink(tx, deps, user)
      return 'sent'
    })
    .catch((error: unknown) => {
      if (!(error instanceof NothingToSend)) throw error
      return 'nothing-sent'
    })
  securityLog.note('password-reset-asked', { outcome, email, client })
  return { outcome: 'accepted' }
}

class NothingToSend extends Error {}

async function imitateResetMail(tx: Tx, { mail, publicUrl }: IdentityDeps, email: string): Promise<void> {
  await tx.delete(users).where(eq(users.email, 'nobody'))
  await mail.queue(tx, {
    kind: 'reset-password',
    to: { name: '', email },
    message: resetPasswordMessage(publicUrl, '', resetLife),
    ownerId: null,
  })
}

type Recipient = { id: string; name: string; email: string }

async function queueResetLink(
  tx: Tx,
  { mail, clock, publicUrl }: IdentityDeps,
  { id, name, email }: Recipient,
): Promise<void> {
  const token = await makeLink(tx, {
    userId: id,
    purpose: 'reset-password',
    lifeMs: resetMinutes * minuteMs,
    now: clock.now(),
  })
  await mail.queue(tx, {
    kind: 'reset-password',
    to: { name, email },
    message: resetPasswordMessage(publicUrl, token, resetLife),
    isSecret: true,
    ownerId: id,
  })
}

/** For an account that an admin created: mails a link to choose the first password, and names the courses that are open already. */
export async function queueWelcome(
  tx: Tx,
  { mail, clock, publicUrl }: IdentityDeps,
  { id, name, email, courseTitles = [] }: Recipient & { courseTitles?: readonly string[] },
): Promise<void> {
  const token = await makeLink(tx, {
    userId: id,
    purpose: 'reset-password',
    lifeMs: welcomeDays * dayMs,
    now: clock.now(),
  })
  await tx
    .update(users)
    .set({ waitsForInvitation: false })
    .where(and(eq(users.id, id), eq(users.waitsForInvitation, true)))
  await mail.queue(tx, {
    kind: 'welcome',
    to: { name, email },
    message: welcomeMessage(publicUrl, token, welcomeDays, courseTitles),
    isSecret: true,
    ownerId: id,
  })
}

/** A link that an admin sends. It is valid longer than a requested one, because its user does not wait for it. */
export async function queueStaffResetLink(
  tx: Tx,
  { mail, clock, publicUrl }: IdentityDeps,
  { id, name, email }: Recipient,
): Promise<void> {
  const token = await makeLink(tx, {
    userId: id,
    purpose: 'reset-password',
    lifeMs: staffLinkHours * 60 * minuteMs,
    now: clock.now(),
  })
  const message = resetPasswordMessage(publicUrl, token, `${staffLinkHours} jam`)
  await mail.queue(tx, { kind: 'reset-password', to: { name, email }, message, isSecret: true, ownerId: id })
}

export type ResetOutcome = { outcome: 'changed' } | InvalidLink | InvalidInput

/** Sets a new password by a mailed link and ends all sessions of the user. */
export async function resetPassword(
  deps: IdentityDeps,
  { token, password }: { token: string; password: string },
  client: string,
): Promise<ResetOutcome> {
  const { database, clock, audit, securityLog, passwords } = deps
  // Hashing is expensive, so the link is checked first. The transaction checks it again.
  const owner = await findLinkOwner(database.query, 'reset-password', token, clock.now())
  if (!owner) {
    securityLog.note('password-reset', { outcome: 'invalid-link', client })
    return invalidLink
  }
  if (isCommonPassword(password)) return commonPassword('password')
  const passwordHash = await passwords.hash(password, client)
  return database.transaction(async (tx) => {
    const link = await consumeLink(tx, { purpose: 'reset-password', token, now: clock.now() })
    if (!link) return invalidLink
    const { userId, wasMailed } = link
    // Opening a mailed link proves access to the mailbox.
    if (wasMailed) await endUnprovenAccess(tx, userId)
    await setPassword(tx, deps, { userId, passwordHash, ...(wasMailed ? { emailVerifiedAt: clock.now() } : {}) })
    await endSessionsOf(tx, userId)
    await audit.record(tx, { actorId: userId, action: 'user.password-reset', subjectId: userId })
    securityLog.note('password-reset', { outcome: 'done', userId, client })
    return { outcome: 'changed' }
  })
}

/**
 * Stores a password that the user chose and notifies the user by mail. Pending links become invalid: an attacker with the
 * old password may have requested them.
 */
export async function setPassword(
  tx: Tx,
  { mail, publicUrl }: IdentityDeps,
  { userId, ...change }: { userId: string; passwordHash: string; emailVerifiedAt?: Date },
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ ...change, passwordIsOneTime: false, waitsForInvitation: false })
    .where(eq(users.id, userId))
    .returning({ name: users.name, email: users.email })
  await invalidateLinks(tx, userId)
  if (user)
    await mail.queue(tx, {
      kind: 'password-changed',
      to: user,
      message: passwordChangedMessage(publicUrl),
      ownerId: userId,
    })
}
