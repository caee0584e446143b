import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { deleteSome, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { hashToken } from './hash-token.ts'
import { oneTimeLinks, users, type LinkPurpose, type User } from '#server/identity/tables.ts'

export type InvalidLink = { outcome: 'invalid-link'; data: { errors: { token: string } } }
/** The link is unknown, used or expired. */
export const invalidLink: InvalidLink = {
  outcome: 'invalid-link',
  data: { errors: { token: 'Tautan ini sudah dipakai atau kedaluwarsa. Minta tautan baru.' } },
}

type NewLink = {
  userId: string
  purpose: LinkPurpose
  lifeMs: number
  now: Date
  /** The new address, for the purpose change-email. */
  newEmail?: string
  /** False when the API returns it directly. */
  wasMailed?: boolean
}

/** Creates the token of a link. Replaces an earlier link of the same purpose. */
export async function makeLink(
  tx: Queryable,
  { userId, purpose, lifeMs, now, newEmail, wasMailed = true }: NewLink,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const fresh = {
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
    newEmail: newEmail ?? null,
    wasMailed,
  }
  await tx
    .insert(oneTimeLinks)
    .values({ userId, purpose, ...fresh })
    .onConflictDoUpdate({ target: [oneTimeLinks.userId, oneTimeLinks.purpose], set: fresh })
  return token
}

const valid = (purpose: LinkPurpose, token: string, now: Date) =>
  and(eq(oneTimeLinks.purpose, purpose), eq(oneTimeLinks.tokenHash, hashToken(token)), gt(oneTimeLinks.expiresAt, now))

/** The new address of a pending change; null when none is pending. */
export async function findPendingEmail(queryable: Queryable, userId: string, now: Date): Promise<string | null> {
  const [row] = await queryable
    .select({ newEmail: oneTimeLinks.newEmail })
    .from(oneTimeLinks)
    .where(
      and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, 'change-email'), gt(oneTimeLinks.expiresAt, now)),
    )
  return row?.newEmail ?? null
}

/** The user of a link, without consuming it; null when it is unknown, used or expired. */
export async function findLinkOwner(
  queryable: Queryable,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<string | null> {
  const [row] = await queryable
    .select({ userId: oneTimeLinks.userId })
    .from(oneTimeLinks)
    .where(valid(purpose, token, now))
  return row?.userId ?? null
}

export type ConsumedLink = { userId: string; newEmail: string | null; wasMailed: boolean }

/**
 * Consumes a link; of two concurrent calls one gets null. Locks the user before the links: all code uses this order, which
 * prevents deadlocks.
 */
export async function consumeLink(
  tx: Tx,
  { purpose, token, now }: { purpose: LinkPurpose; token: string; now: Date },
): Promise<ConsumedLink | null> {
  const owner = await findLinkOwner(tx, purpose, token, now)
  if (!owner) return null
  await lockAccount(tx, owner)
  const [consumed] = await tx
    .delete(oneTimeLinks)
    .where(valid(purpose, token, now))
    .returning({ userId: oneTimeLinks.userId, newEmail: oneTimeLinks.newEmail, wasMailed: oneTimeLinks.wasMailed })
  return consumed ?? null
}

/** Locks the user's row until the transaction ends, and returns it as it is from now on. */
export async function lockAccount(tx: Tx, userId: string): Promise<User | null> {
  return (await tx.select().from(users).where(eq(users.id, userId)).for('update'))[0] ?? null
}

/** Invalidates all links of a user, or those of one purpose. */
export async function invalidateLinks(tx: Tx, userId: string, purpose?: LinkPurpose): Promise<void> {
  await tx
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), purpose ? eq(oneTimeLinks.purpose, purpose) : undefined))
}

/** Deletes at most `limit` links that expired before this time, and returns how many. */
export const deleteExpiredLinks = (
  { database }: { database: Database },
  before: Date,
  limit: number,
): Promise<number> =>
  deleteSome(
    database.query,
    oneTimeLinks,
    { id: oneTimeLinks.tokenHash, where: lt(oneTimeLinks.expiresAt, before) },
    limit,
  )
