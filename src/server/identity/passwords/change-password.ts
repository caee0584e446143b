import { eq } from 'drizzle-orm'
import type { Viewer } from '#server/http/index.ts'
import type { IdentityDeps } from '#server/identity/identity.ts'
import { passwordChecks } from '#server/identity/limits.ts'
import { endSessionsOf } from '#server/identity/session.ts'
import { users } from '#server/identity/tables.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './password.ts'
import { setPassword } from './reset-password.ts'

export type CheckOutcome =
  | { outcome: 'right' }
  | { outcome: 'wrong' }
  | { outcome: 'no-password' }
  | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

/**
 * Is this really the owner, and not somebody at an unlocked screen? Guessing is limited here too. A one-time password is
 * somebody else's as well: it proves nothing, except where it is replaced.
 */
export async function checkOwnPassword(
  { database, throttle }: IdentityDeps,
  userId: string,
  password: string,
  { toReplaceIt = false }: { toReplaceIt?: boolean } = {},
): Promise<CheckOutcome> {
  const mayTry = await throttle.check([passwordChecks, userId])
  if (!mayTry.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayTry.retryAfterSeconds }
  const [user] = await database.query.select({ passwordHash: users.passwordHash, isOneTime: users.passwordIsOneTime }).from(users).where(eq(users.id, userId))
  if (!user?.passwordHash) return { outcome: 'no-password' }
  const isTaken = toReplaceIt || !user.isOneTime
  if ((await verifyPassword(password, user.passwordHash)) && isTaken) return { outcome: 'right' }
  await throttle.charge([passwordChecks, userId])
  return { outcome: 'wrong' }
}

export type ChangeOutcome = { outcome: 'done' } | { outcome: 'common-password' } | Exclude<CheckOutcome, { outcome: 'right' }>

/** Changes the password for somebody who knows the present one. This session goes on, all others end. */
export async function changePassword(
  deps: IdentityDeps,
  me: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<ChangeOutcome> {
  const { database, audit } = deps
  if (isCommonPassword(newPassword)) return { outcome: 'common-password' }
  const check = await checkOwnPassword(deps, me.id, currentPassword, { toReplaceIt: true })
  if (check.outcome !== 'right') return check
  const passwordHash = await hashPassword(newPassword)
  await database.transaction(async (tx) => {
    await setPassword(tx, deps, me.id, { passwordHash })
    await endSessionsOf(tx, me.id, { except: me.sessionId })
    await audit.record(tx, { actorId: me.id, action: 'user.password-changed', subjectKind: 'user', subjectId: me.id })
  })
  return { outcome: 'done' }
}
