import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Queryable } from '#server/platform/database/index.ts'
import { hashToken } from '#server/identity/sign-in/hash-token.ts'
import { googleNonces } from '#server/identity/tables.ts'

export const nonceLifeSeconds = 600

export async function issueNonce(queryable: Queryable, now: Date): Promise<string> {
  const nonce = randomBytes(24).toString('base64url')
  await queryable.insert(googleNonces).values({ nonceHash: hashToken(nonce), expiresAt: new Date(now.getTime() + nonceLifeSeconds * 1000) })
  return nonce
}

/** True once per issued nonce. */
export async function consumeNonce(tx: Queryable, nonce: string, now: Date): Promise<boolean> {
  const consumed = await tx
    .delete(googleNonces)
    .where(and(eq(googleNonces.nonceHash, hashToken(nonce)), gt(googleNonces.expiresAt, now)))
    .returning({ expiresAt: googleNonces.expiresAt })
  return consumed.length > 0
}

/** Deletes at most `limit` nonces that expired before this time, and returns how many. */
export async function deleteExpiredNonces(queryable: Queryable, before: Date, limit: number): Promise<number> {
  const { nonceHash } = googleNonces
  const expired = queryable.select({ nonceHash }).from(googleNonces).where(lt(googleNonces.expiresAt, before)).limit(limit)
  return (await queryable.delete(googleNonces).where(inArray(nonceHash, expired)).returning({ nonceHash })).length
}
