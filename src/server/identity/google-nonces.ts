import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import { deleteSome, type Database, type Tx } from '#server/platform/database/index.ts'
import type { Secret } from '#server/platform/protection/index.ts'
import { hashToken } from '#server/identity/sign-in/hash-token.ts'
import { googleNonces } from './tables.ts'
import { nonceLifeSeconds } from './sign-in/lifetimes.ts'

const signatureOf = (key: Buffer, issuedAt: string, random: string): Buffer =>
  createHmac('sha256', key).update(`${issuedAt} ${random}`).digest()

/** The time of issue in seconds, a random part, and their signature. Nothing is stored before it is used, because anyone may ask for any number. */
export async function issueGoogleNonce({
  readNonceSecret,
  clock,
}: {
  readNonceSecret: Secret
  clock: Clock
}): Promise<string> {
  const issuedAt = String(Math.floor(clock.now().getTime() / 1000))
  const random = randomBytes(24).toString('base64url')
  return `${issuedAt}.${random}.${signatureOf(await readNonceSecret(), issuedAt, random).toString('base64url')}`
}

/** When this nonce ends; null unless it was issued here, and less than its life ago. */
async function readExpiry(readSecret: Secret, tx: Tx, nonce: string, now: Date): Promise<Date | null> {
  const [issuedAt = '', random = '', signature = ''] = nonce.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(await readSecret(tx), issuedAt, random)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const expiresAt = new Date((Number(issuedAt) + nonceLifeSeconds) * 1000)
  return expiresAt > now ? expiresAt : null
}

/** True once per issued nonce. The hash of a used one is stored until it ends. */
export async function consumeNonce(
  tx: Tx,
  readSecret: Secret,
  { nonce, now }: { nonce: string; now: Date },
): Promise<boolean> {
  const expiresAt = await readExpiry(readSecret, tx, nonce, now)
  if (expiresAt === null) return false
  const used = await tx
    .insert(googleNonces)
    .values({ nonceHash: hashToken(nonce), expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: googleNonces.expiresAt })
  return used.length > 0
}

/** Deletes at most `limit` used nonces that expired before this time, and returns how many. */
export const deleteExpiredNonces = (
  { database }: { database: Database },
  before: Date,
  limit: number,
): Promise<number> =>
  deleteSome(
    database.query,
    googleNonces,
    { id: googleNonces.nonceHash, where: lt(googleNonces.expiresAt, before) },
    limit,
  )
