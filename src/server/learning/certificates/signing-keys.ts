import { createHash, generateKeyPairSync } from 'node:crypto'
import { desc, isNull, sql } from 'drizzle-orm'
import { lockUntilCommit, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { certificateKeys } from './tables.ts'

export type SigningKey = { id: string; privateKey: Buffer }
export type KeyRow = typeof certificateKeys.$inferSelect

/** The active signing key. Creates the first one; concurrent processes get the same key. */
export async function currentKey(tx: Tx, now: Date): Promise<SigningKey> {
  const known = await findCurrent(tx)
  if (known) return known
  await lockKeys(tx)
  const made = (await findCurrent(tx)) ?? (await insertAndFind(tx, now))
  if (!made) throw new Error('The created key does not exist')
  return made
}

/** Replaces the signing key and returns the new key's id. The old private key is deleted; its signatures stay verifiable. */
export async function rotateKey(tx: Tx, now: Date): Promise<string> {
  await lockKeys(tx)
  await tx
    .update(certificateKeys)
    .set({ retiredAt: now, privateKey: sql`null` })
    .where(isNull(certificateKeys.retiredAt))
  const key = makeKey(now)
  await tx.insert(certificateKeys).values(key)
  return key.id
}

/** Serializes the creation of keys. */
async function lockKeys(tx: Tx): Promise<void> {
  await lockUntilCommit(tx, 'certificate-keys')
}

async function insertAndFind(tx: Tx, now: Date): Promise<SigningKey | null> {
  await tx.insert(certificateKeys).values(makeKey(now))
  return findCurrent(tx)
}

/** All keys, the active one first. */
export function listKeys(queryable: Queryable): Promise<KeyRow[]> {
  return queryable
    .select()
    .from(certificateKeys)
    .orderBy(sql`${certificateKeys.retiredAt} is not null`, desc(certificateKeys.createdAt))
}

async function findCurrent(tx: Tx): Promise<SigningKey | null> {
  const [row] = await tx.select().from(certificateKeys).where(isNull(certificateKeys.retiredAt))
  if (!row?.privateKey) return null
  return { id: row.id, privateKey: row.privateKey }
}

function makeKey(now: Date): typeof certificateKeys.$inferInsert {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    // A short fingerprint of the public key.
    id: createHash('sha256').update(raw).digest('base64url').slice(0, 16),
    publicKey: raw,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
    createdAt: now,
  }
}
