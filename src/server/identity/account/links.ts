import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/database/index.ts'
import { oneTimeLinks, users, type LinkPurpose } from '#server/identity/tables.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

type NewLink = {
  userId: string
  purpose: LinkPurpose
  lifeMs: number
  now: Date
  /** Of a change of address: the new one. */
  newEmail?: string
  /** False where it is handed out on the spot. */
  wasMailed?: boolean
}

/** Makes a link's token. An earlier one of the same purpose is void from then on. */
export async function makeLink(tx: Queryable, { userId, purpose, lifeMs, now, newEmail, wasMailed = true }: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const fresh = { tokenHash: hashOf(token), createdAt: now, expiresAt: new Date(now.getTime() + lifeMs), newEmail: newEmail ?? null, wasMailed }
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

export type UsedLink = { userId: string; newEmail: string | null; wasMailed: boolean }

/**
 * Uses a link up: of two that come at once, one gets what it was for and the other null. The person first, then their
 * links: everybody who needs both takes them in this order, and nobody waits in a circle.
 */
export async function useLink(tx: Transaction, purpose: LinkPurpose, token: string, now: Date): Promise<UsedLink | null> {
  const owner = await findLinkOwner(tx, purpose, token, now)
  if (!owner) return null
  await holdAccount(tx, owner)
  const [used] = await tx
    .delete(oneTimeLinks)
    .where(valid(purpose, token, now))
    .returning({ userId: oneTimeLinks.userId, newEmail: oneTimeLinks.newEmail, wasMailed: oneTimeLinks.wasMailed })
  return used ?? null
}

/** Nobody else changes this account, or what opens it, until the transaction ends. */
export async function holdAccount(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

/** Whatever was asked for before opens nothing any more. */
export async function voidLinks(tx: Transaction, userId: string, purpose?: LinkPurpose): Promise<void> {
  await tx.delete(oneTimeLinks).where(and(eq(oneTimeLinks.userId, userId), purpose ? eq(oneTimeLinks.purpose, purpose) : undefined))
}

export async function dropOldLinks(queryable: Queryable, now: Date): Promise<void> {
  await queryable.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, now))
}
