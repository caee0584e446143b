import { randomUUIDv7 } from 'node:crypto'
import type { Role, SignUpInput } from '#contract/identity.ts'
import { type Database, type Queryable } from '#server/database/index.ts'
import type { Throttle } from '#server/throttle/index.ts'
import { newAccounts, takenAddresses } from './limits.ts'
import { hashPassword, isCommonPassword } from './password.ts'
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
}

/** Creates an account; null when the address is taken. E-mail addresses are lower-case already (the contract's schema sees to it). */
export async function createUser(tx: Queryable, user: NewUser): Promise<{ id: string } | null> {
  const id = randomUUIDv7()
  const passwordHash = user.password === null ? null : await hashPassword(user.password)
  // Not by catching a violation: inside a transaction that would undo what the caller did before.
  const made = await tx
    .insert(users)
    .values({
      id,
      name: user.name,
      email: user.email,
      passwordHash,
      passwordIsOneTime: user.isOneTime ?? false,
      role: user.role,
      headline: user.headline ?? '',
      bio: user.bio ?? '',
    })
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
export async function signUp(
  { database, throttle }: { database: Database; throttle: Throttle },
  { name, email, password }: SignUpInput,
  client: string,
): Promise<SignUpOutcome> {
  if (isCommonPassword(password)) return { outcome: 'common-password' }
  const mayTry = await throttle.check([takenAddresses, client], [newAccounts, client])
  if (!mayTry.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayTry.retryAfterSeconds }
  const user = await createUser(database.query, { name, email, password, role: 'student' })
  if (!user) {
    await throttle.charge([takenAddresses, client])
    return { outcome: 'email-taken' }
  }
  await throttle.charge([newAccounts, client])
  return { outcome: 'created', id: user.id }
}
