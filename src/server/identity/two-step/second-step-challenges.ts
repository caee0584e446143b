import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { deleteSome, type Queryable } from '#server/platform/database/index.ts'
import { hashToken } from '#server/identity/sign-in/hash-token.ts'
import { passkeyChallenges } from '#server/identity/tables.ts'
import { challengeMs } from '#server/identity/sign-in/lifetimes.ts'

/** A challenge to sign, for the user who adds a passkey or, with null, for anyone's existing passkey. */
export async function issueChallenge(
  queryable: Queryable,
  userId: string | null,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  const text = Buffer.from(challenge).toString('base64url')
  await queryable
    .insert(passkeyChallenges)
    .values({ challengeHash: hashToken(text), userId, expiresAt: new Date(now.getTime() + challengeMs) })
  return challenge
}

/** The challenge that the browser states as signed, consumed; null unless it was issued for this user and not used before. */
export async function consumeChallengeOf(
  queryable: Queryable,
  clientDataJSON: string,
  userId: string | null,
  now: Date,
): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON)
  if (challenge === null) return null
  const consumed = await queryable
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(challenge)),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ expiresAt: passkeyChallenges.expiresAt })
  return consumed.length > 0 ? challenge : null
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof data === 'object' && data !== null && 'challenge' in data && typeof data.challenge === 'string'
      ? data.challenge
      : null
  } catch {
    // Not JSON: no browser sent it.
    return null
  }
}

export const deleteExpiredChallenges = (queryable: Queryable, before: Date, limit: number): Promise<number> =>
  deleteSome(
    queryable,
    passkeyChallenges,
    { id: passkeyChallenges.challengeHash, where: lt(passkeyChallenges.expiresAt, before) },
    limit,
  )
