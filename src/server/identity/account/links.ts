import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Queryable } from '#server/database/index.ts'
import { oneTimeLinks, type LinkPurpose } from '#server/identity/tables.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

type NewLink = { userId: string; purpose: LinkPurpose; lifeMs: number; now: Date; /** Of a change of address: the new one. */ newEmail?: string }

/** Makes a link's token. An earlier one of the same purpose is void from then on. */
export async function makeLink(tx: Queryable, { userId, purpose, lifeMs, now, newEmail }: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const fresh = { tokenHash: hashOf(token), createdAt: now, expiresAt: new Date(now.getTime() + lifeMs), newEmail: newEmail ?? null }
  await tx
    .insert(oneTimeLinks)
    .values({ userId, purpose, ...fresh })
    .onConflictDoUpdate({ target: [oneTimeLinks.userId, oneTimeLinks.purpose], set: fresh })
  return token
}

const valid = (purpose: LinkPurpose, token: string, now: Date) =>
  and(eq(oneTimeLinks.purpose, purpose), eq(oneTimeLinks.tokenHash, hashOf(token)), gt(oneTimeLinks.expiresAt, now))

/** The new address that still waits for its link to be opened. */
export async function findPendingEmail(queryable: Queryable, userId: string, now: Date): Promise<string | null> {
  const [row] = await queryable
    .select({ newEmail: oneTimeLinks.newEmail })
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, 'change-email'), gt(oneTimeLinks.expiresAt, now)))
  return row?.newEmail ?? null
}

/** Whose link it is, without using it up; null when it is unknown, used or too old. */
export async function findLinkOwner(queryable: Queryable, purpose: LinkPurpose, token: string, now: Date): Promise<string | null> {
  const [row] = await queryable
    .select({ userId: oneTimeLinks.userId })
    .from(oneTimeLinks)
    .where(valid(purpose, token, now))
  return row?.userId ?? null
}

/** Uses a link up: of two that come at once, one gets the owner and the other null. */
export async function useLink(tx: Queryable, purpose: LinkPurpose, token: string, now: Date): Promise<string | null> {
  const [row] = await tx
    .delete(oneTimeLinks)
    .where(valid(purpose, token, now))
    .returning({ userId: oneTimeLinks.userId })
  return row?.userId ?? null
}

/** Uses up a link to a new address; null when it is unknown, used or too old. */
export async function useEmailLink(tx: Queryable, token: string, now: Date): Promise<{ userId: string; newEmail: string } | null> {
  const [row] = await tx
    .delete(oneTimeLinks)
    .where(valid('change-email', token, now))
    .returning({ userId: oneTimeLinks.userId, newEmail: oneTimeLinks.newEmail })
  return row?.newEmail ? { userId: row.userId, newEmail: row.newEmail } : null
}

export async function dropOldLinks(queryable: Queryable, now: Date): Promise<void> {
  await queryable.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, now))
}
