import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database, Queryable, Tx } from '#server/platform/database/index.ts'
import { secrets } from './secrets-tables.ts'

/** Reads the key: 32 random bytes, created when it is first needed, in the caller's transaction if there is one. All processes get the same. */
export type Secret = (tx?: Tx) => Promise<Buffer>

/** The application's key for one purpose, cached in memory after the first read. */
export function createSecret(
  database: Database,
  purpose:
    | 'device-cookies'
    | 'challenges'
    | 'media-addresses'
    | 'unsubscribe'
    | 'whatsapp-codes'
    | 'push'
    | 'google-nonces'
    | 'schedule-feeds'
    | 'team-links'
    | 'oidc-accounts',
): Secret {
  let known: Promise<Buffer> | undefined
  return async (tx) => {
    if (known) return known
    if (tx) {
      const secret = await findOrCreate(tx, purpose)
      // A key of a transaction that is rolled back does not exist.
      database.afterCommit(tx, () => void (known ??= Promise.resolve(secret)))
      return secret
    }
    known = findOrCreate(database.query, purpose)
    try {
      return await known
    } catch (error) {
      known = undefined
      throw error
    }
  }
}

async function findOrCreate(queryable: Queryable, purpose: string): Promise<Buffer> {
  await queryable
    .insert(secrets)
    .values({ purpose, secret: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await queryable.select().from(secrets).where(eq(secrets.purpose, purpose))
  if (!row) throw new Error(`The stored secret for ${purpose} does not exist`)
  return row.secret
}
