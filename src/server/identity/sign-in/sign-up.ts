import { newId } from '#server/platform/new-id.ts'
import { eq } from 'drizzle-orm'
import type { Role, SignUpInput } from '#contract/identity/identity.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { mustWait, type MustWait, type RateLimitKey, type Rejected } from '#server/platform/protection/index.ts'
import type { InvalidInput } from '#server/platform/outcomes.ts'
import { queueVerification } from './queue-verification.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { signUpTakenMessage } from '#server/identity/messages.ts'
import { newAccounts, signUpMailsPerMailbox, solvedTakenAddresses, takenAddresses } from '#server/identity/limits.ts'
import { mailboxOf } from '#server/platform/mail/index.ts'
import { commonPassword, isCommonPassword } from './password.ts'
import { queueWelcome } from './reset-password.ts'
import { fourAtOnce } from './sign-in-queue.ts'
import { users } from '#server/identity/tables.ts'

export type NewUser = {
  name: string
  email: string
  /** Null when the user chooses it later, by a mailed link. */
  password: string | null
  role: Role
  headline?: string
  bio?: string
  /** The password must be replaced before anything else. */
  isOneTime?: boolean
  emailVerifiedAt?: Date
  waitsForInvitation?: boolean
  /** Defaults to now. */
  createdAt?: Date
}

/** Hashing is slow and waits its turn, so it happens before the transaction that inserts the user. */
export type PreparedUser = Omit<typeof users.$inferInsert, 'id'>

export async function prepareUser(
  { clock, passwords }: Pick<IdentityDeps, 'clock' | 'passwords'>,
  user: NewUser,
): Promise<PreparedUser> {
  const { password, isOneTime, createdAt = clock.now(), ...values } = user
  const passwordHash = password === null ? null : await passwords.hash(password)
  return { ...values, createdAt, passwordHash, passwordIsOneTime: isOneTime ?? false }
}

/** Null when the address is taken. The contract's schema has already lower-cased it. */
export async function insertUser(tx: Queryable, user: PreparedUser): Promise<{ id: string } | null> {
  // Avoids a constraint violation, which would abort the caller's transaction.
  const made = await tx
    .insert(users)
    .values({ id: newId(), ...user })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return made[0] ?? null
}

/** Prepares and inserts a user; null when the address is taken. */
export const createUser = async (
  deps: Pick<IdentityDeps, 'clock' | 'database' | 'passwords'>,
  user: NewUser,
): Promise<{ id: string } | null> => insertUser(deps.database.query, await prepareUser(deps, user))

/** Whoever signs in waits at the hash for four sign-ups at most, from however many addresses a flood of them comes. */
const enqueueSignUp = fourAtOnce()

export type SignUpOutcome =
  | { outcome: 'created'; id: string }
  | InvalidInput
  | EmailTaken
  /** The client met too many taken addresses: the owner of the mailbox gets a mail with how to continue. */
  | { outcome: 'continue-by-mail'; data: { retryAfterSeconds: number } }
  | MustWait

export type EmailTaken = { outcome: 'email-taken'; data: { errors: { email: string } } }
export const emailTaken = (message: string): EmailTaken => ({
  outcome: 'email-taken',
  data: { errors: { email: message } },
})

/** `solution` is the header X-Challenge. */
export type SignUpCaller = { client: string; solution: string | null }

/**
 * Creates a student account, regardless of role and photo in the request. The form reveals which addresses have an account, so a
 * client learns it a few times only, then for a solved challenge each. A client that cannot solve one, or learned it too often, gets one
 * response for all addresses and continues in the mailbox: nothing is revealed, and others behind the same address can still sign up.
 */
export async function signUp(deps: IdentityDeps, input: SignUpInput, caller: SignUpCaller): Promise<SignUpOutcome> {
  const result = await openAccount(deps, input, caller)
  deps.securityLog.note('sign-up', {
    outcome: result.outcome === 'invalid-input' ? 'common-password' : result.outcome,
    email: input.email,
    client: caller.client,
    ...(result.outcome === 'created' ? { userId: result.id } : {}),
  })
  return result
}

async function openAccount(
  deps: IdentityDeps,
  input: SignUpInput,
  { client, solution }: SignUpCaller,
): Promise<SignUpOutcome> {
  const { database, rateLimiter, clock, passwords, challenges } = deps
  const { name, email, password } = input
  if (isCommonPassword(password)) return commonPassword('password')
  const hasSolved = await challenges.consume(solution, { purpose: 'sign-up', client })
  const reject = async (rejected: Rejected): Promise<MustWait> =>
    mustWait(await challenges.describeWait(rejected, { purpose: 'sign-up', client, difficulty: 'normal' }))
  const tellTaken = emailTaken('Email sudah terdaftar. Masuk saja?')
  const taken: RateLimitKey = [hasSolved ? solvedTakenAddresses : takenAddresses, client]
  const isTaken = (await findByEmail(database.query, email)) !== null
  const mayTell = isTaken ? await rateLimiter.take(taken) : await rateLimiter.check(taken)
  if (isTaken && mayTell.allowed) return tellTaken
  if (!mayTell.allowed && solution === null) return reject(mayTell)
  const mayCreate = hasSolved ? null : await rateLimiter.take([newAccounts, client])
  if (mayCreate?.allowed === false) return reject(mayCreate)
  if (!mayTell.allowed) {
    // In the background, so that the response time does not reveal whether the address is taken.
    deps.background.run('continuing a sign-up by mail', () => continueByMail(deps, { name, email }))
    return { outcome: 'continue-by-mail', data: { retryAfterSeconds: mayTell.retryAfterSeconds } }
  }
  // Not the queue of the client's sign-in attempts, which a neighbour behind the same address may fill.
  const queue = `${hasSolved ? 'solved sign-ups' : 'sign-ups'} at ${client}`
  const passwordHash = await enqueueSignUp(queue, () => passwords.hash(password, queue))
  const user = await database.transaction(async (tx) => {
    const made = await insertUser(tx, { name, email, passwordHash, role: 'student', createdAt: clock.now() })
    if (!made) return null
    await deps.consents.acceptTerms(tx, made.id)
    await queueVerification(tx, deps, { id: made.id, name, email })
    return made
  })
  // A concurrent sign-up took the address.
  return user ? { outcome: 'created', id: user.id } : tellTaken
}

const findByEmail = async (queryable: Queryable, email: string): Promise<{ id: string; name: string } | null> =>
  (await queryable.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email)))[0] ?? null

/** Mails a link to choose a password, or that the address already has an account. */
async function continueByMail(deps: IdentityDeps, { name, email }: { name: string; email: string }): Promise<void> {
  const { database, rateLimiter, mail, clock, publicUrl } = deps
  if (!(await rateLimiter.take([signUpMailsPerMailbox, mailboxOf(email)])).allowed) return
  await database.transaction(async (tx) => {
    const made = await insertUser(tx, { name, email, passwordHash: null, role: 'student', createdAt: clock.now() })
    if (made) {
      await deps.consents.acceptTerms(tx, made.id)
      return queueWelcome(tx, deps, { id: made.id, name, email })
    }
    const owner = await findByEmail(tx, email)
    if (owner)
      await mail.queue(tx, {
        kind: 'address-taken',
        to: { name: owner.name, email },
        message: signUpTakenMessage(publicUrl),
        ownerId: owner.id,
        cause: 'stranger',
      })
  })
}
