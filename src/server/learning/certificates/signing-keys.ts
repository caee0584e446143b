import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { desc, isNull, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/database/index.ts'
import { certificateKeys } from './tables.ts'

export type SigningKey = { id: string; sign(text: string): Buffer }
export type KeyRow = typeof certificateKeys.$inferSelect

/** The key that signs now. The first one is made here; processes that start together end up with the same one. */
export async function currentKey(tx: Transaction, now: Date): Promise<SigningKey> {
  const known = await findCurrent(tx)
  if (known) return known
  await oneAtATime(tx)
  const made = (await findCurrent(tx)) ?? (await insertAndFind(tx, now))
  if (!made) throw new Error('A key that was just made is there')
  return made
}

/** From now on another key signs. The old one loses its private half: nobody can sign with it again, and what it signed stays provable. Answers the new key's id. */
export async function rotateKey(tx: Transaction, now: Date): Promise<string> {
  await oneAtATime(tx)
  await tx
    .update(certificateKeys)
    .set({ retiredAt: now, privateKey: sql`null` })
    .where(isNull(certificateKeys.retiredAt))
  const key = makeKey(now)
  await tx.insert(certificateKeys).values(key)
  return key.id
}

/** Whoever makes a key waits for whoever is making one. */
async function oneAtATime(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('certificate-keys', 0))`)
}

async function insertAndFind(tx: Transaction, now: Date): Promise<SigningKey | null> {
  await tx.insert(certificateKeys).values(makeKey(now))
  return findCurrent(tx)
}

/** All keys, the signing one first. */
export function listKeys(queryable: Queryable): Promise<KeyRow[]> {
  return queryable
    .select()
    .from(certificateKeys)
    .orderBy(sql`${certificateKeys.retiredAt} is not null`, desc(certificateKeys.createdAt))
}

async function findCurrent(tx: Transaction): Promise<SigningKey | null> {
  const [row] = await tx.select().from(certificateKeys).where(isNull(certificateKeys.retiredAt))
  if (!row?.privateKey) return null
  const key = createPrivateKey({ key: row.privateKey, format: 'der', type: 'pkcs8' })
  return { id: row.id, sign: (text) => sign(null, Buffer.from(text), key) }
}

function makeKey(now: Date): typeof certificateKeys.$inferInsert {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    // The key's own fingerprint, short enough to be read aloud.
    id: createHash('sha256').update(raw).digest('base64url').slice(0, 16),
    publicKey: raw,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
    createdAt: now,
  }
}
