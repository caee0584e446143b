import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Audit } from '#server/audit/index.ts'
import type { Database } from '#server/database/index.ts'
import { voidLinks } from './account/links.ts'
import { hashPassword } from './passwords/password.ts'
import { endSessionsOf } from './session.ts'
import { insertUser } from './sign-up.ts'
import { users } from './tables.ts'

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

type Deps = { database: Database; audit: Audit }

/**
 * Makes an admin with a password to be replaced. An account that existed loses its old password, all its sessions and the
 * links that wait. Nobody of this installation did it: the log of acts names the command.
 */
export async function makeAdmin(
  { database, audit }: Deps,
  { email, name, promote }: WantedAdmin,
  oneTimePassword: string,
): Promise<'made' | 'unknown' | 'exists'> {
  // Hashing is slow work: before the transaction.
  const passwordHash = await hashPassword(oneTimePassword)
  return database.transaction(async (tx) => {
    const record = (action: string, subjectId: string, details: Record<string, unknown>) =>
      audit.record(tx, { actorId: null, action, subjectKind: 'user', subjectId, details: { ...details, method: 'create-admin' } })
    if (!promote) {
      const made = await insertUser(tx, { name, email, passwordHash, role: 'admin', passwordIsOneTime: true })
      if (made) await record('user.created', made.id, { role: 'admin' })
      return made ? 'made' : 'exists'
    }
    const [user] = await tx.select({ id: users.id, role: users.role }).from(users).where(eq(users.email, email)).for('update')
    if (!user) return 'unknown'
    await tx.update(users).set({ role: 'admin', passwordHash, passwordIsOneTime: true, disabledAt: null }).where(eq(users.id, user.id))
    await voidLinks(tx, user.id)
    await endSessionsOf(tx, user.id)
    await record('user.promoted', user.id, { from: user.role, to: 'admin' })
    return 'made'
  })
}
