import { randomUUIDv7 } from 'node:crypto'
import type { Role, SignUpInput } from '#contract/identity.ts'
import type { Queryable } from '#server/database/index.ts'
import { queueVerification } from './account/verify-email.ts'
import type { IdentityDeps } from './deps.ts'
import { newAccounts, takenAddresses } from './rate-limits.ts'
import { isCommonPassword } from './passwords/password.ts'
import { users } from './tables.ts'

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
  /** Defaults to now. */
  createdAt?: Date
}

/** Hashing is slow and waits its turn, so it happens before the transaction that inserts the user. */
export type PreparedUser = Omit<typeof users.$inferInsert, 'id'>

export async function prepareUser({ clock, passwords }: Pick<IdentityDeps, 'clock' | 'passwords'>, user: NewUser): Promise<PreparedUser> {
  const { password, isOneTime, createdAt = clock.now(), ...values } = user
  const passwordHash = password === null ? null : await passwords.hash(password)
  return { ...values, createdAt, passwordHash, passwordIsOneTime: isOneTime ?? false }
}

/** Null when the address is taken. The contract's schema has already lower-cased it. */
export async function insertUser(tx: Queryable, user: PreparedUser): Promise<{ id: string } | null> {
  // Avoids a constraint violation, which would abort the caller's transaction.
  const made = await tx
    .insert(users)
    .values({ id: randomUUIDv7(), ...user })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return made[0] ?? null
}

export type SignUpOutcome =
  | { outcome: 'created'; id: string }
  | { outcome: 'common-password' }
  | { outcome: 'email-taken' }
  | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

/**
 * Creates a student account, regardless of role and photo in the request. The form reveals which addresses have an
 * account, so a client may hit taken addresses only a few times.
 */
export async function signUp(deps: IdentityDeps, { name, email, password }: SignUpInput, client: string): Promise<SignUpOutcome> {
  const { database, throttle, clock, passwords } = deps
  if (isCommonPassword(password)) return { outcome: 'common-password' }
  const mayTry = await throttle.check([takenAddresses, client], [newAccounts, client])
  if (!mayTry.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayTry.retryAfterSeconds }
  const passwordHash = await passwords.hash(password, client)
  const user = await database.transaction(async (tx) => {
    const made = await insertUser(tx, { name, email, passwordHash, role: 'student', createdAt: clock.now() })
    if (made) await queueVerification(tx, deps, { id: made.id, name, email })
    return made
  })
  if (!user) {
    await throttle.charge([takenAddresses, client])
    return { outcome: 'email-taken' }
  }
  await throttle.charge([newAccounts, client])
  return { outcome: 'created', id: user.id }
}
