import { newId } from '#server/platform/new-id.ts'
import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { isStaff, type Role } from '#contract/identity/identity.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { keepPushOf } from '#server/notifications/ways.ts'
import type { SecurityLog } from '#server/identity/security-log.ts'
import { hashToken } from './hash-token.ts'
import { sessions, type SessionRow } from '#server/identity/tables.ts'
import { deleteTicketsOf } from '#server/identity/two-step/second-step-tickets.ts'
import { sessionsPerUser } from '#server/identity/limits.ts'
import { freshProofMs } from './lifetimes.ts'

/** Lifetime of a session: since the last request, and in total. */
export type SessionLife = { idleMs: number; absoluteMs: number }
/** Staff sessions are shorter because staff can do more harm. */
export type SessionLives = { student: SessionLife; staff: SessionLife }

export type SessionDeps = { database: Database; clock: Clock; sessionLives: SessionLives }

export const lifeOf = (lives: SessionLives, role: Role): SessionLife => (isStaff(role) ? lives.staff : lives.student)
/** Starts a session of a user who gave every proof that the account requires, and returns its token. Only the hash of the token is stored. */
export async function startSession(
  tx: Queryable,
  { clock, sessionLives }: SessionDeps,
  { user, userAgent }: { user: { id: string; role: Role }; userAgent: string },
): Promise<string> {
  const token = `kls_${randomBytes(32).toString('base64url')}`
  const now = clock.now()
  await tx.insert(sessions).values({
    id: newId(),
    tokenHash: hashToken(token),
    userId: user.id,
    userAgent,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + lifeOf(sessionLives, user.role).absoluteMs),
    provenAt: now,
  })
  await deleteLeastRecentlyUsed(tx, user.id)
  return token
}

async function deleteLeastRecentlyUsed(tx: Queryable, userId: string): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      sql`${sessions.id} in (select id from sessions where user_id = ${userId} order by last_used_at desc, id desc offset ${sessionsPerUser})`,
    )
}

/** Judged by the current role, not the role at sign-in: a user who becomes staff gets the shorter lifetime at once. */
export function isAlive(
  { createdAt, lastUsedAt }: Pick<SessionRow, 'createdAt' | 'lastUsedAt'>,
  { idleMs, absoluteMs }: SessionLife,
  now: Date,
): boolean {
  return now.getTime() - lastUsedAt.getTime() <= idleMs && now.getTime() - createdAt.getTime() < absoluteMs
}

/** Signs out. */
export async function endSession(
  { database, securityLog }: { database: Database; securityLog: SecurityLog },
  { id, sessionId }: Viewer,
): Promise<void> {
  await database.query.delete(sessions).where(eq(sessions.id, sessionId))
  securityLog.note('sign-out', { userId: id })
}

/**
 * True while this session has not ended. Replacing the password ends sessions: what a session asked for with the password from
 * before checks this after locking the account.
 */
export async function hasSession(tx: Queryable, { sessionId }: Pick<Viewer, 'sessionId'>): Promise<boolean> {
  return (await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))).length > 0
}

/** Records that the user of this session has just given every proof that the account requires; returns until when it counts. */
export async function markProven(
  tx: Queryable,
  { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
  now: Date,
): Promise<Date> {
  await tx
    .update(sessions)
    .set({ provenAt: now })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, id)))
  return new Date(now.getTime() + freshProofMs)
}

/** The account requires more proofs from now on, so those of other sessions are not enough. */
export async function removeProofsOfOtherSessions(
  tx: Queryable,
  { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ provenAt: null })
    .where(and(eq(sessions.userId, id), ne(sessions.id, sessionId)))
}

/** Ends all sessions of a user, optionally except one, and half-finished sign-ins. */
export async function endSessionsOf(
  tx: Queryable,
  userId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), except ? ne(sessions.id, except) : undefined))
  await deleteTicketsOf(tx, userId)
}

/** The viewer's active sessions, most recently used first. */
export async function listSessions(
  { database, clock, sessionLives }: SessionDeps,
  viewer: Viewer,
): Promise<SessionRow[]> {
  const now = clock.now()
  const rows = await database.query
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
  return rows.filter((row) => isAlive(row, lifeOf(sessionLives, viewer.role), now))
}

/** Deletes at most `limit` sessions that expired before this time, and returns how many. Push messages go on: nobody ended the session. */
export function deleteExpiredSessions(
  { database }: Pick<SessionDeps, 'database'>,
  before: Date,
  limit: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    const isExpired = lt(sessions.expiresAt, before)
    const expired = await tx.select({ id: sessions.id }).from(sessions).where(isExpired).limit(limit).for('update')
    const ids = expired.map(({ id }) => id)
    await keepPushOf(tx, ids)
    await tx.delete(sessions).where(inArray(sessions.id, ids))
    return ids.length
  })
}
