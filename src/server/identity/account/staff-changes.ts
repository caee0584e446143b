import { and, eq, isNull } from 'drizzle-orm'
import { isUniqueViolation, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, tooManyRequests, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { queueStaffResetLink, queueWelcome } from '#server/identity/sign-in/reset-password.ts'
import { staffResetLinks } from '#server/identity/limits.ts'
import { endSessionsOf } from '#server/identity/sign-in/session.ts'
import { emailTaken, type EmailTaken } from '#server/identity/sign-in/sign-up.ts'
import { users, type User } from '#server/identity/tables.ts'
import { replaceEmail } from './change-email.ts'
import { queueVerification } from '#server/identity/sign-in/queue-verification.ts'

/** Nobody ever signed in to it: its user still needs the first link. */
const isUnused = ({ passwordHash, googleSub, oidcSub }: User): boolean =>
  passwordHash === null && googleSub === null && oidcSub === null

async function lockUser(tx: Tx, userId: string): Promise<User | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  return user ?? null
}

export type CorrectEmailOutcome = { outcome: 'corrected' | 'unchanged' } | Refusal<'not-found'> | EmailTaken

/**
 * An admin replaces an address, for example with a typo. All sessions end, because the old mailbox may belong to another person; the new one
 * gets a link to confirm it, or to choose the first password.
 */
export async function correctEmail(
  deps: IdentityDeps,
  admin: Viewer,
  { userId, email }: { userId: string; email: string },
): Promise<CorrectEmailOutcome> {
  try {
    return await deps.database.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      if (!user) return refused('not-found')
      if (user.email === email) return { outcome: 'unchanged' }
      const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
      if (taken) return emailTaken('Email sudah terdaftar.')
      await replaceEmail(tx, deps, { user, address: { email, emailVerifiedAt: null } })
      await endSessionsOf(tx, userId)
      const recipient = { id: userId, name: user.name, email }
      await (isUnused(user) ? queueWelcome(tx, deps, recipient) : queueVerification(tx, deps, recipient))
      const details = { email: { from: user.email, to: email } }
      await deps.audit.record(tx, {
        actorId: admin.id,
        action: 'user.email-corrected',
        subjectId: userId,
        details,
      })
      return { outcome: 'corrected' }
    })
  } catch (error) {
    // A concurrent request took the address.
    if (isUniqueViolation(error, 'users_email_key')) return emailTaken('Email sudah terdaftar.')
    throw error
  }
}

export type SendLinkOutcome = { outcome: 'sent' } | Refusal<'not-found' | 'account-disabled'> | TooManyRequests

/** Mails a user the link to choose a password, on behalf of an admin. */
export async function sendPasswordLink(deps: IdentityDeps, userId: string, admin: Viewer): Promise<SendLinkOutcome> {
  const [found] = await deps.database.query
    .select({ disabledAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!found) return refused('not-found')
  if (found.disabledAt) return refused('account-disabled')
  const mayMail = await deps.rateLimiter.take([staffResetLinks, userId])
  if (!mayMail.allowed) return tooManyRequests(mayMail)
  return deps.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return refused('not-found')
    if (user.disabledAt) return refused('account-disabled')
    await (isUnused(user) ? queueWelcome(tx, deps, user) : queueStaffResetLink(tx, deps, user))
    await deps.audit.record(tx, {
      actorId: admin.id,
      action: 'user.reset-link-sent',
      subjectId: userId,
    })
    return { outcome: 'sent' }
  })
}
