import { and, eq } from 'drizzle-orm'
import type { SignInInput } from '#contract/identity.ts'
import type { Attempt } from '#server/throttle/index.ts'
import { attemptsPerAccountAndClient, attemptsPerAccount, attemptsPerClient } from './rate-limits.ts'
import { makeLink } from './account/links.ts'
import type { IdentityDeps } from './deps.ts'
import { createFairQueue } from './passwords/fair-queue.ts'
import { users, type User } from './tables.ts'

export type SignInOutcome =
  | { outcome: 'welcome'; user: User }
  | { outcome: 'wrong-credentials'; user: User | null }
  | { outcome: 'one-time-password'; user: User; resetToken: string }
  | { outcome: 'disabled'; user: User }
  | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

const slowDownMs = 1000
const enqueueSignIn = createFairQueue({ atOnce: 4, waitingAtMost: 200, waitingPerClientAtMost: 40 })
const resetAfterOneTimeMs = 30 * 60_000

/**
 * Checks e-mail and password. An unknown address and a wrong password give the same answer in the same time, and only
 * such failures are counted against the client.
 */
export async function checkCredentials(deps: IdentityDeps, input: SignInInput, client: string): Promise<SignInOutcome> {
  const rejected = deps.throttle.findCachedRejection(...attemptsOf(input.email, client))
  if (rejected) return { outcome: 'too-many-attempts', retryAfterSeconds: rejected.retryAfterSeconds }
  // Serves clients round-robin, so that a flood from one client runs into its own rate limit attempt by attempt.
  const { underAttack, outcome } = await enqueueSignIn(client, () => tryPassword(deps, input, client))
  if (underAttack) await new Promise((resolve) => setTimeout(resolve, slowDownMs))
  return outcome
}

const attemptsOf = (email: string, client: string): Attempt[] => [
  [attemptsPerAccountAndClient, email, client],
  [attemptsPerClient, client],
]

type PasswordTry = { underAttack: boolean; outcome: SignInOutcome }

async function tryPassword(deps: IdentityDeps, { email, password }: SignInInput, client: string): Promise<PasswordTry> {
  const { throttle } = deps
  const attempts = attemptsOf(email, client)
  const mayTry = await throttle.check(...attempts)
  if (!mayTry.allowed) return { underAttack: false, outcome: { outcome: 'too-many-attempts', retryAfterSeconds: mayTry.retryAfterSeconds } }
  const underAttack = !(await throttle.check([attemptsPerAccount, email])).allowed
  const outcome = await comparePassword(deps, { email, password }, client)
  if (outcome.outcome === 'wrong-credentials') await throttle.charge(...attempts, [attemptsPerAccount, email])
  else await throttle.reset(attemptsPerAccountAndClient, email, client)
  return { underAttack, outcome }
}

async function comparePassword(deps: IdentityDeps, { email, password }: SignInInput, client: string): Promise<SignInOutcome> {
  const { database, passwords } = deps
  const [user] = await database.query.select().from(users).where(eq(users.email, email))
  const matches = await passwords.verify(password, user?.passwordHash ?? null, client)
  if (!user || !matches) return { outcome: 'wrong-credentials', user: user ?? null }
  // Only a caller who knows the password learns that the account is disabled.
  if (user.disabledAt) return { outcome: 'disabled', user }
  if (user.passwordIsOneTime) {
    const link = { userId: user.id, purpose: 'reset-password' as const, lifeMs: resetAfterOneTimeMs, now: deps.clock.now(), wasMailed: false }
    return { outcome: 'one-time-password', user, resetToken: await makeLink(database.query, link) }
  }
  await rehashIfNeeded(deps, user, password)
  return { outcome: 'welcome', user }
}

/** Replaces a hash of a lower cost while the plain password is available. */
async function rehashIfNeeded({ database, passwords }: IdentityDeps, { id, passwordHash }: User, password: string): Promise<void> {
  if (!passwordHash || !passwords.needsRehash(passwordHash)) return
  await database.query
    .update(users)
    .set({ passwordHash: await passwords.hash(password) })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
}
