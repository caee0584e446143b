import { and, eq, isNull } from 'drizzle-orm'
import { isUniqueViolation, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { queueStaffResetLink, queueWelcome } from '#server/identity/passwords/reset-password.ts'
import { staffResetLinks } from '#server/identity/sign-in/rate-limits.ts'
import { endSessionsOf } from '#server/identity/sign-in/session.ts'
import { users, type User } from '#server/identity/tables.ts'
import { replaceEmail } from './change-email.ts'
import { queueVerification } from './verify-email.ts'

/** Nobody ever signed in to it: its user still needs the first link. */
const isUnused = ({ passwordHash, googleSub }: User): boolean => passwordHash === null && googleSub === null

async function lockUser(tx: Tx, userId: string): Promise<User | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  return user ?? null
}

export type CorrectEmailOutcome = 'corrected' | 'unchanged' | 'not-found' | 'address-taken'

/**
 * An admin replaces an address, for example with a typo. All sessions end, because the old mailbox may belong to another person; the new one
 * gets a link to confirm it, or to choose the first password.
 */
export async function correctEmail(deps: IdentityDeps, userId: string, email: string, admin: Viewer): Promise<CorrectEmailOutcome> {
  try {
    return await deps.database.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      if (!user) return 'not-found'
      if (user.email === email) return 'unchanged'
      const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
      if (taken) return 'address-taken'
      await replaceEmail(tx, deps, user, { email, emailVerifiedAt: null })
      await endSessionsOf(tx, userId)
      const recipient = { id: userId, name: user.name, email }
      await (isUnused(user) ? queueWelcome(tx, deps, recipient) : queueVerification(tx, deps, recipient))
      const details = { email: { from: user.email, to: email } }
      await deps.audit.record(tx, { actorId: admin.id, action: 'user.email-corrected', subjectKind: 'user', subjectId: userId, details })
      return 'corrected'
    })
  } catch (error) {
    // A concurrent request took the address.
    if (isUniqueViolation(error, 'users_email_key')) return 'address-taken'
    throw error
  }
}

export type SendLinkOutcome = { outcome: 'sent' | 'not-found' | 'disabled' } | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

/** Mails a user the link to choose a password, on behalf of an admin. */
export async function sendPasswordLink(deps: IdentityDeps, userId: string, admin: Viewer): Promise<SendLinkOutcome> {
  const [found] = await deps.database.query
    .select({ disabledAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!found) return { outcome: 'not-found' }
  if (found.disabledAt) return { outcome: 'disabled' }
  const mayMail = await deps.rateLimiter.take([staffResetLinks, userId])
  if (!mayMail.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayMail.retryAfterSeconds }
  return deps.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return { outcome: 'not-found' }
    if (user.disabledAt) return { outcome: 'disabled' }
    await (isUnused(user) ? queueWelcome(tx, deps, user) : queueStaffResetLink(tx, deps, user))
    await deps.audit.record(tx, { actorId: admin.id, action: 'user.reset-link-sent', subjectKind: 'user', subjectId: userId })
    return { outcome: 'sent' }
  })
}
