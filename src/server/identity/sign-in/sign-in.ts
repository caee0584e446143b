import { setTimeout as pause } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { SignInInput } from '#contract/identity/identity.ts'
import { mustWait, type MustWait, type RateLimitKey, type Rejected } from '#server/platform/protection/index.ts'
import {
  attemptsPerAccount,
  attemptsPerAccountAndClient,
  attemptsPerAccountAndDevice,
  attemptsPerClient,
  solvedFailuresPerClient,
} from '#server/identity/limits.ts'
import { lockAccount, makeLink } from './links.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { Overloaded } from '#server/platform/too-costly.ts'
import { users, type User } from '#server/identity/tables.ts'
import { resetAfterOneTimeMs } from './lifetimes.ts'
import { createSignInQueue, queueOf, type SignInCaller } from './sign-in-queue.ts'

/** The user gave what a sign-in begins with; whether it is enough is decided by `continueSignIn`. */
export type FirstStepDone = { outcome: 'first-step-done'; user: User }
export type CredentialsOutcome =
  | FirstStepDone
  | { outcome: 'wrong-credentials'; user: User | null }
  | { outcome: 'password-is-one-time'; user: User; data: { resetToken: string } }
  | { outcome: 'account-disabled'; user: User }
  | MustWait

const slowDownMs = 1000
const enqueueSignIn = createSignInQueue()

/**
 * Checks e-mail and password. An unknown address and a wrong password give the same response in the same time, and only
 * such failures are counted. A known browser is not affected by what others behind its address do.
 */
export async function checkCredentials(
  deps: IdentityDeps,
  input: SignInInput,
  caller: SignInCaller,
): Promise<CredentialsOutcome> {
  const rejected = deps.rateLimiter.findCachedRejection(...attemptsOf(input.email, caller))
  if (rejected) return rejectAttempt(deps, rejected, caller)
  try {
    const { waitMs, outcome } = await enqueueSignIn(input.email, caller, () => tryPassword(deps, input, caller))
    // Outside the queue: whoever waits for an answer keeps nobody else from signing in.
    if (waitMs > 0) await pause(waitMs)
    return outcome
  } catch (error) {
    // The attempts of others fill the queue of a shared address. A solved challenge leads to another queue.
    const isOthersQueue = error instanceof Overloaded && caller.device === null && !caller.hasSolved
    if (!isOthersQueue) throw error
    return rejectAttempt(deps, { allowed: false, retryAfterSeconds: 1, isShared: true }, caller)
  }
}

const attemptPerAccount = (email: string, { client, device }: SignInCaller): RateLimitKey =>
  device === null ? [attemptsPerAccountAndClient, email, client] : [attemptsPerAccountAndDevice, email, device]

const attemptsOf = (email: string, caller: SignInCaller): RateLimitKey[] => [
  attemptPerAccount(email, caller),
  ...(caller.device === null && !caller.hasSolved ? [[attemptsPerClient, caller.client] satisfies RateLimitKey] : []),
]

async function rejectAttempt(
  { rateLimiter, challenges }: IdentityDeps,
  rejected: Rejected,
  { client }: SignInCaller,
): Promise<CredentialsOutcome> {
  // Without a query, because a flood consists of these. The limit is cached from the first failure beyond it.
  const difficulty = rateLimiter.findCachedRejection([solvedFailuresPerClient, client]) ? 'hard' : 'normal'
  return mustWait(await challenges.describeWait(rejected, { purpose: 'sign-in', client, difficulty }))
}

/** The answer is given after `waitMs`. */
type PasswordTry = { waitMs: number; outcome: CredentialsOutcome }

async function tryPassword(deps: IdentityDeps, input: SignInInput, caller: SignInCaller): Promise<PasswordTry> {
  const { rateLimiter } = deps
  const { email } = input
  const attempts = attemptsOf(email, caller)
  let underAttack = false
  const tried = await rateLimiter.countFailures(
    attempts,
    async () => {
      underAttack = !(await rateLimiter.check([attemptsPerAccount, email])).allowed
      return comparePassword(deps, input, queueOf(email, caller))
    },
    ({ outcome }) => outcome.outcome === 'wrong-credentials',
  )
  const slowedDown = underAttack ? slowDownMs : 0
  if (!tried.allowed) return { waitMs: slowedDown, outcome: await rejectAttempt(deps, tried, caller) }
  if (tried.result.outcome.outcome === 'wrong-credentials') {
    await rateLimiter.take([attemptsPerAccount, email])
    if (caller.hasSolved) await rateLimiter.take([solvedFailuresPerClient, caller.client])
  } else await rateLimiter.reset(...attemptPerAccount(email, caller))
  return { waitMs: tried.result.waitMs + slowedDown, outcome: tried.result.outcome }
}

async function comparePassword(
  deps: IdentityDeps,
  { email, password }: SignInInput,
  queue: string,
): Promise<PasswordTry> {
  const { database, passwords } = deps
  const [user] = await database.query.select().from(users).where(eq(users.email, email))
  const { isRight, waitMs } = await passwords.check(password, user?.passwordHash ?? null, queue)
  if (!user || !isRight) return { waitMs, outcome: { outcome: 'wrong-credentials', user: user ?? null } }
  return { waitMs, outcome: await afterPassword(deps, user, password) }
}

async function afterPassword(deps: IdentityDeps, user: User, password: string): Promise<CredentialsOutcome> {
  const { database } = deps
  // Only a caller who knows the password learns that the account is disabled.
  if (user.disabledAt) return { outcome: 'account-disabled', user }
  if (user.passwordIsOneTime) {
    const link = {
      userId: user.id,
      purpose: 'reset-password' as const,
      lifeMs: resetAfterOneTimeMs,
      now: deps.clock.now(),
      wasMailed: false,
    }
    const resetToken = await database.transaction(async (tx) => {
      // A password that was replaced after the check does not replace the new one.
      const isCurrent = (await lockAccount(tx, user.id))?.passwordHash === user.passwordHash
      return isCurrent ? makeLink(tx, link) : null
    })
    if (resetToken === null) return { outcome: 'wrong-credentials', user }
    return { outcome: 'password-is-one-time', user, data: { resetToken } }
  }
  const passwordHash = await rehashIfNeeded(deps, user, password)
  if (user.waitsForInvitation)
    await database.query.update(users).set({ waitsForInvitation: false }).where(eq(users.id, user.id))
  return { outcome: 'first-step-done', user: { ...user, passwordHash } }
}

/** Replaces a hash of a lower cost, or of another platform, while the plain password is available; returns the one that counts now. */
async function rehashIfNeeded(
  { database, passwords }: IdentityDeps,
  { id, passwordHash }: User,
  password: string,
): Promise<string | null> {
  if (!passwordHash || !passwords.needsRehash(passwordHash)) return passwordHash
  const rehashed = await passwords.hash(password)
  const stored = await database.query
    .update(users)
    .set({ passwordHash: rehashed })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id })
  return stored.length > 0 ? rehashed : passwordHash
}
