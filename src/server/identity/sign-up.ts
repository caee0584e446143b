import { randomUUIDv7 } from 'node:crypto'
import type { Role, SignUpInput } from '#contract/identity.ts'
import type { Queryable } from '#server/database/index.ts'
import { queueVerification } from './account/verify-email.ts'
import type { IdentityDeps } from './identity.ts'
import { newAccounts, takenAddresses } from './limits.ts'
import { hashPassword, isCommonPassword } from './passwords/password.ts'
import { users } from './tables.ts'

export type NewUser = {
  name: string
  email: string
  /** Null: chosen later, by a link. */
  password: string | null
  role: Role
  headline?: string
  bio?: string
  /** To be replaced before anything else. */
  isOneTime?: boolean
  emailVerifiedAt?: Date
  /** Now, unless the account is older than this installation. */
  createdAt?: Date
}

/** Creates an account; null when the address is taken. E-mail addresses are lower-case already (the contract's schema sees to it). */
export async function createUser(tx: Queryable, user: NewUser): Promise<{ id: string } | null> {
  const { password, isOneTime, ...values } = user
  const passwordHash = password === null ? null : await hashPassword(password)
  return insertUser(tx, { ...values, passwordHash, passwordIsOneTime: isOneTime ?? false })
}

export async function insertUser(tx: Queryable, user: Omit<typeof users.$inferInsert, 'id'>): Promise<{ id: string } | null> {
  // Not by catching a violation: inside a transaction that would undo what the caller did before.
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
 * The public makes students, whatever role and photo their call carries. Finding out which addresses have an account is
 * the one thing this form gives away, so a client finds out few of them.
 */
export async function signUp(deps: IdentityDeps, { name, email, password }: SignUpInput, client: string): Promise<SignUpOutcome> {
  const { database, throttle } = deps
  if (isCommonPassword(password)) return { outcome: 'common-password' }
  const mayTry = await throttle.check([takenAddresses, client], [newAccounts, client])
  if (!mayTry.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayTry.retryAfterSeconds }
  // Hashing is slow work: before the transaction.
  const passwordHash = await hashPassword(password, client)
  const user = await database.transaction(async (tx) => {
    const made = await insertUser(tx, { name, email, passwordHash, role: 'student' })
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
