import { eq } from 'drizzle-orm'
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
import { passwordChecks } from '#server/identity/limits.ts'
import { endSessionsOf, hasSession } from './session.ts'
import { lockAccount } from './links.ts'
import { users } from '#server/identity/tables.ts'
import { commonPassword, isCommonPassword } from './password.ts'
import { setPassword } from './reset-password.ts'

export const wrongPassword = invalidInput({ password: 'Password salah' })
export type CheckOutcome = { outcome: 'right' } | InvalidInput | Refusal<'no-password'> | TooManyRequests

/**
 * Re-authenticates the viewer, with a rate limit; `wrong` is the outcome for another password. A one-time password is also known to the
 * operator, so it is only accepted where it is being replaced.
 */
export async function checkOwnPassword(
  { database, rateLimiter, passwords }: IdentityDeps,
  userId: string,
  {
    password,
    acceptOneTime = false,
    wrong = wrongPassword,
  }: { password: string; acceptOneTime?: boolean; wrong?: InvalidInput },
): Promise<CheckOutcome> {
  const [user] = await database.query
    .select({ passwordHash: users.passwordHash, isOneTime: users.passwordIsOneTime })
    .from(users)
    .where(eq(users.id, userId))
  if (!user?.passwordHash) return refused('no-password')
  const { passwordHash } = user
  const isAcceptable = acceptOneTime || !user.isOneTime
  // Each user has a queue, so that a burst of one user delays no other.
  const tried = await rateLimiter.countFailures(
    [[passwordChecks, userId]],
    async () => (await passwords.verify(password, passwordHash, `user ${userId}`)) && isAcceptable,
    (isRight) => !isRight,
  )
  if (!tried.allowed) return tooManyRequests(tried)
  return tried.result ? { outcome: 'right' } : wrong
}

export type ChangeOutcome = { outcome: 'changed' } | Exclude<CheckOutcome, { outcome: 'right' }>

/** Changes the password after checking the current one. This session continues, all others end. */
export async function changePassword(
  deps: IdentityDeps,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<ChangeOutcome> {
  const { database, audit, passwords } = deps
  if (isCommonPassword(newPassword)) return commonPassword('newPassword')
  const wrong = invalidInput({ currentPassword: 'Password saat ini salah' })
  const check = await checkOwnPassword(deps, viewer.id, { password: currentPassword, acceptOneTime: true, wrong })
  if (check.outcome !== 'right') return check
  const passwordHash = await passwords.hash(newPassword)
  return database.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    if (!(await hasSession(tx, viewer))) return wrong
    await setPassword(tx, deps, { userId: viewer.id, passwordHash })
    await endSessionsOf(tx, viewer.id, { except: viewer.sessionId })
    await audit.record(tx, {
      actorId: viewer.id,
      action: 'user.password-changed',
      subjectId: viewer.id,
    })
    return { outcome: 'changed' }
  })
}
