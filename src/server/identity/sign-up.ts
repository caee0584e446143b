import { randomUUIDv7 } from 'node:crypto'
import type { Role } from '#contract/identity.ts'
import { isUniqueViolation, type Queryable } from '#server/database/index.ts'
import { hashPassword } from './password.ts'
import { users } from './tables.ts'

export type NewUser = { name: string; email: string; password: string; role: Role; headline?: string; bio?: string }

/** Creates an account; null when the address is taken. E-mail addresses are lower-case already (the contract's schema sees to it). */
export async function createUser(tx: Queryable, user: NewUser): Promise<{ id: string } | null> {
  const id = randomUUIDv7()
  const passwordHash = await hashPassword(user.password)
  try {
    await tx.insert(users).values({
      id,
      name: user.name,
      email: user.email,
      passwordHash,
      role: user.role,
      headline: user.headline ?? '',
      bio: user.bio ?? '',
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) return null
    throw error
  }
  return { id }
}
