import { eq } from 'drizzle-orm'
import type { SignInInput } from '#contract/identity.ts'
import type { Database } from '#server/database/index.ts'
import { verifyPassword } from './password.ts'
import { users } from './tables.ts'

export type SignInOutcome = { outcome: 'welcome'; user: typeof users.$inferSelect } | { outcome: 'wrong-credentials' } | { outcome: 'disabled' }

/** Checks e-mail and password. A wrong address and a wrong password look, and last, the same. */
export async function checkCredentials(database: Database, { email, password }: SignInInput): Promise<SignInOutcome> {
  const [user] = await database.query.select().from(users).where(eq(users.email, email))
  const matches = await verifyPassword(password, user?.passwordHash ?? null)
  if (!user || !matches) return { outcome: 'wrong-credentials' }
  // Told only to whoever knows the password.
  if (user.disabledAt) return { outcome: 'disabled' }
  return { outcome: 'welcome', user }
}
