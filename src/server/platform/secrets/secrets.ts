import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/index.ts'
import { secrets } from './tables.ts'

/** Reads the key: 32 random bytes, created when it is first needed. All processes get the same. */
export type Secret = () => Promise<Buffer>

/** The application's key for one purpose, cached in memory after the first read. */
export function createSecret(database: Database, purpose: 'device-cookies' | 'challenges' | 'media-addresses'): Secret {
  let known: Promise<Buffer> | undefined
  return async () => {
    known ??= findOrCreate(database, purpose)
    try {
      return await known
    } catch (error) {
      known = undefined
      throw error
    }
  }
}

async function findOrCreate(database: Database, purpose: string): Promise<Buffer> {
  await database.query
    .insert(secrets)
    .values({ purpose, secret: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await database.query.select().from(secrets).where(eq(secrets.purpose, purpose))
  if (!row) throw new Error(`The stored secret for ${purpose} does not exist`)
  return row.secret
}
