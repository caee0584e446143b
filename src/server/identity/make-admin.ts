import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/index.ts'
import { hashPassword } from './passwords/password.ts'
import { createUser } from './sign-up.ts'
import { sessions, users } from './tables.ts'

// No characters that are mistaken for each other when they are read aloud or copied by hand.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** About 79 bits: `k7mh-2pqx-vw3d-9ant`. */
export function makeOneTimePassword(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** What an operator asks for: a new account, or an account that exists (which keeps its name). */
export type WantedAdmin = { email: string; name: string; promote: boolean }

/** Makes an admin with a password to be replaced. An account that existed loses its old password and all its sessions. */
export async function makeAdmin(database: Database, { email, name, promote }: WantedAdmin, oneTimePassword: string): Promise<'made' | 'unknown' | 'exists'> {
  if (!promote) {
    const made = await createUser(database.query, { name, email, password: oneTimePassword, role: 'admin', isOneTime: true })
    return made ? 'made' : 'exists'
  }
  const passwordHash = await hashPassword(oneTimePassword)
  return database.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ role: 'admin', passwordHash, passwordIsOneTime: true, disabledAt: null })
      .where(eq(users.email, email))
      .returning({ id: users.id })
    if (!user) return 'unknown'
    await tx.delete(sessions).where(eq(sessions.userId, user.id))
    return 'made'
  })
}
