import { and, eq } from 'drizzle-orm'
import type { SignInInput } from '#contract/identity.ts'
import type { Claim } from '#server/throttle/index.ts'
import type { Database } from '#server/database/index.ts'
import { guessesHere, guessesOfAccount, guessesOfClient } from './limits.ts'
import { makeLink } from './account/links.ts'
import type { IdentityDeps } from './identity.ts'
import { createFairTurns } from './passwords/fair-turns.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords/password.ts'
import { users, type UserRow } from './tables.ts'

export type SignInOutcome =
  | { outcome: 'welcome'; user: UserRow }
  | { outcome: 'wrong-credentials'; user: UserRow | null }
  | { outcome: 'one-time-password'; user: UserRow; resetToken: string }
  | { outcome: 'disabled'; user: UserRow }
  | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

const slowDownMs = 1000
const inTurn = createFairTurns({ atOnce: 4, waitingAtMost: 200, waitingInLaneAtMost: 40 })
const resetAfterOneTimeMs = 30 * 60_000

/**
 * Checks e-mail and password. A wrong address and a wrong password look, and last, the same, and only such failures
 * are counted against the client.
 */
export async function checkCredentials(deps: IdentityDeps, input: SignInInput, client: string): Promise<SignInOutcome> {
  const refused = deps.throttle.recall(...claimsHere(input.email, client))
  if (refused) return { outcome: 'too-many-attempts', retryAfterSeconds: refused.retryAfterSeconds }
  // A crowd from one client is let through in turn with everybody else's, so that it meets its own failures one by one.
  const { underAttack, outcome } = await inTurn(client, () => tryPassword(deps, input, client))
  if (underAttack) await new Promise((resolve) => setTimeout(resolve, slowDownMs))
  return outcome
}

const claimsHere = (email: string, client: string): Claim[] => [
  [guessesHere, email, client],
  [guessesOfClient, client],
]

type Tried = { underAttack: boolean; outcome: SignInOutcome }

async function tryPassword(deps: IdentityDeps, { email, password }: SignInInput, client: string): Promise<Tried> {
  const { throttle } = deps
  const here = claimsHere(email, client)
  const mayTry = await throttle.check(...here)
  if (!mayTry.allowed) return { underAttack: false, outcome: { outcome: 'too-many-attempts', retryAfterSeconds: mayTry.retryAfterSeconds } }
  const underAttack = !(await throttle.check([guessesOfAccount, email])).allowed
  const outcome = await comparePassword(deps, { email, password }, client)
  if (outcome.outcome === 'wrong-credentials') await throttle.charge(...here, [guessesOfAccount, email])
  else await throttle.forget(guessesHere, email, client)
  return { underAttack, outcome }
}

async function comparePassword(deps: IdentityDeps, { email, password }: SignInInput, client: string): Promise<SignInOutcome> {
  const { database } = deps
  const [user] = await database.query.select().from(users).where(eq(users.email, email))
  const matches = await verifyPassword(password, user?.passwordHash ?? null, client)
  if (!user || !matches) return { outcome: 'wrong-credentials', user: user ?? null }
  // Told only to whoever knows the password.
  if (user.disabledAt) return { outcome: 'disabled', user }
  if (user.passwordIsOneTime) {
    const link = { userId: user.id, purpose: 'reset-password' as const, lifeMs: resetAfterOneTimeMs, now: deps.clock.now(), wasMailed: false }
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
