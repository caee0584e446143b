import { and, eq } from 'drizzle-orm'
import type { SignInInput } from '#contract/identity.ts'
import type { Claim } from '#server/throttle/index.ts'
import type { Database } from '#server/database/index.ts'
import { guessesHere, guessesOfAccount, guessesOfClient } from './limits.ts'
import { makeLink } from './account/links.ts'
import type { IdentityDeps } from './identity.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords/password.ts'
import { users, type UserRow } from './tables.ts'

export type SignInOutcome =
  | { outcome: 'welcome'; user: UserRow }
  | { outcome: 'wrong-credentials'; user: UserRow | null }
  | { outcome: 'one-time-password'; user: UserRow; resetToken: string }
  | { outcome: 'disabled'; user: UserRow }
  | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

const slowDownMs = 1000
const resetAfterOneTimeMs = 30 * 60_000

/**
 * Checks e-mail and password. A wrong address and a wrong password look, and last, the same, and only such failures
 * are counted against the client.
 */
export async function checkCredentials(deps: IdentityDeps, { email, password }: SignInInput, client: string): Promise<SignInOutcome> {
  const { database, throttle } = deps
  const here: Claim[] = [
    [guessesHere, email, client],
    [guessesOfClient, client],
  ]
  const mayTry = await throttle.check(...here)
  if (!mayTry.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayTry.retryAfterSeconds }
  const underAttack = !(await throttle.check([guessesOfAccount, email])).allowed
  if (underAttack) await new Promise((resolve) => setTimeout(resolve, slowDownMs))

  const [user] = await database.query.select().from(users).where(eq(users.email, email))
  const matches = await verifyPassword(password, user?.passwordHash ?? null, client)
  if (!user || !matches) {
    await throttle.charge(...here, [guessesOfAccount, email])
    return { outcome: 'wrong-credentials', user: user ?? null }
  }
  await throttle.forget(guessesHere, email, client)
  // Told only to whoever knows the password.
  if (user.disabledAt) return { outcome: 'disabled', user }
  if (user.passwordIsOneTime) {
    const link = { userId: user.id, purpose: 'reset-password' as const, lifeMs: resetAfterOneTimeMs, now: deps.clock.now() }
    return { outcome: 'one-time-password', user, resetToken: await makeLink(database.query, link) }
  }
  await strengthenHash(database, user, password)
  return { outcome: 'welcome', user }
}

/** A hash that was made when hashing was cheaper is made anew while the password is at hand. */
async function strengthenHash(database: Database, { id, passwordHash }: UserRow, password: string): Promise<void> {
  if (!passwordHash || !needsRehash(passwordHash)) return
  await database.query
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
}
