import type { AuditAction } from '#contract/site/audit-actions.ts'
import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Audit } from '#server/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { invalidateLinks } from './sign-in/links.ts'
import type { Passwords } from './sign-in/password.ts'
import { endSessionsOf } from './sign-in/session.ts'
import { insertUser } from './sign-in/sign-up.ts'
import { users } from './tables.ts'
import { removeTwoSteps } from './two-step/remove.ts'

// Without characters that are easily confused.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** About 79 bits: `k7mh-2pqx-vw3d-9ant`. */
export function makeOneTimePassword(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** A new account, or an existing account to promote, which keeps its name. */
export type AdminInput = { email: string; name: string; promote: boolean }

type Deps = { database: Database; audit: Audit; clock: Clock; passwords: Passwords }

/**
 * Creates or promotes an admin with a one-time password. A promoted account loses its password, sessions, pending links,
 * authenticator app, recovery codes and passkeys.
 * The audit entry has no actor and names the command.
 */
export async function makeAdmin(
  { database, audit, clock, passwords }: Deps,
  { email, name, promote }: AdminInput,
  oneTimePassword: string,
): Promise<'made' | 'unknown' | 'exists'> {
  // Hashing is slow, so it happens before the transaction.
  const passwordHash = await passwords.hash(oneTimePassword)
  return database.transaction(async (tx) => {
    const record = (action: AuditAction, subjectId: string, details: Record<string, unknown>) =>
      audit.record(tx, {
        actorId: null,
        action,
        subjectId,
        details: { ...details, method: 'create-admin' },
      })
    if (!promote) {
      const made = await insertUser(tx, {
        name,
        email,
        passwordHash,
        role: 'admin',
        passwordIsOneTime: true,
        createdAt: clock.now(),
      })
      if (made) await record('user.created', made.id, { role: 'admin' })
      return made ? 'made' : 'exists'
    }
    const [user] = await tx
      .select({ id: users.id, role: users.role })
      .from(users)
      .where(eq(users.email, email))
      .for('update')
    if (!user) return 'unknown'
    await tx
      .update(users)
      .set({ role: 'admin', passwordHash, passwordIsOneTime: true, disabledAt: null })
      .where(eq(users.id, user.id))
    await invalidateLinks(tx, user.id)
    await endSessionsOf(tx, user.id)
    await removeTwoSteps(tx, user.id)
    await record('user.promoted', user.id, { from: user.role, to: 'admin' })
    return 'made'
  })
}
