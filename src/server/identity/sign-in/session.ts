import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import { isStaff, type Role } from '#contract/identity/identity.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { SecurityLog } from '#server/identity/security-log.ts'
import { hashToken } from './hash-token.ts'
import { sessions, totpSecrets, users, type SessionRow } from '#server/identity/tables.ts'
import { deleteTicketsOf } from '#server/identity/two-step/second-step/tickets.ts'

/** Lifetime of a session: since the last request, and in total. */
export type SessionLife = { idleMs: number; absoluteMs: number }
/** Staff sessions are shorter because staff can do more harm. */
export type SessionLives = { student: SessionLife; staff: SessionLife }

type Deps = { database: Database; clock: Clock; sessionLives: SessionLives }
type ViewerDeps = Deps & { readSite: () => Promise<TwoStepRule> }

const sessionsPerUser = 10
/** How long a proof of identity permits sensitive actions. */
const freshProofMs = 10 * minuteMs

const lifeOf = (lives: SessionLives, role: Role): SessionLife => (isStaff(role) ? lives.staff : lives.student)
/** Starts a session of a user who gave every proof that the account requires, and returns its token. Only the hash of the token is stored. */
export async function startSession(
  tx: Queryable,
  { clock, sessionLives }: Deps,
  user: { id: string; role: Role },
  userAgent: string,
): Promise<string> {
  const token = `kls_${randomBytes(32).toString('base64url')}`
  const now = clock.now()
  await tx.insert(sessions).values({
    id: randomUUIDv7(),
    tokenHash: hashToken(token),
    userId: user.id,
    userAgent,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + lifeOf(sessionLives, user.role).absoluteMs),
    provenAt: now,
  })
  await deleteOldest(tx, user.id)
  return token
}

async function deleteOldest(tx: Queryable, userId: string): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      sql`${sessions.id} in (select id from sessions where user_id = ${userId} order by last_used_at desc, id desc offset ${sessionsPerUser})`,
    )
}

/** Judged by the current role, not the role at sign-in: a user who becomes staff gets the shorter lifetime at once. */
function isAlive(
  { createdAt, lastUsedAt }: Pick<SessionRow, 'createdAt' | 'lastUsedAt'>,
  { idleMs, absoluteMs }: SessionLife,
  now: Date,
): boolean {
  return now.getTime() - lastUsedAt.getTime() <= idleMs && now.getTime() - createdAt.getTime() < absoluteMs
}

/** The user of this token with the current role; null when the token is unknown, expired or idle too long, or the account is disabled. */
export async function findViewerByToken(
  { database, clock, sessionLives, readSite }: ViewerDeps,
  token: string,
): Promise<Viewer | null> {
  const now = clock.now()
  const [row] = await database.query
    .select({
      session: {
        sessionId: sessions.id,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
        provenAt: sessions.provenAt,
      },
      user: { id: users.id, name: users.name, email: users.email, role: users.role, photo: users.photo },
      totpConfirmedAt: totpSecrets.confirmedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(totpSecrets, eq(totpSecrets.userId, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now), isNull(users.disabledAt)))
  if (!row || !isAlive(row.session, lifeOf(sessionLives, row.user.role), now)) return null
  const { sessionId, createdAt, lastUsedAt, provenAt } = row.session
  // Updated at most once a minute, to avoid a write on every request.
  if (now.getTime() - lastUsedAt.getTime() > minuteMs) {
    await database.query
      .update(sessions)
      .set({ lastUsedAt: now })
      .where(and(eq(sessions.id, sessionId), lt(sessions.lastUsedAt, now)))
  }
  const mayNeedTwoSteps = isStaff(row.user.role) && row.totpConfirmedAt === null
  return {
    ...row.user,
    sessionId,
    hasFreshProof: provenAt !== null && now.getTime() - provenAt.getTime() < freshProofMs,
    mustSetUpTwoSteps: mayNeedTwoSteps && isRequired(await readSite(), createdAt),
  }
}

type TwoStepRule = { staffMustUseTwoSteps: boolean; twoStepsRequiredSince: string | null }

/** Who was signed in when the rule was switched on goes on until that session ends, the admin who did it included. */
const isRequired = ({ staffMustUseTwoSteps, twoStepsRequiredSince }: TwoStepRule, signedInAt: Date): boolean =>
  staffMustUseTwoSteps && (twoStepsRequiredSince === null || signedInAt > new Date(twoStepsRequiredSince))

/** Signs out. */
export async function endSession(
  { database, securityLog }: { database: Database; securityLog: SecurityLog },
  { id, sessionId }: Viewer,
): Promise<void> {
  await database.query.delete(sessions).where(eq(sessions.id, sessionId))
  securityLog.note('sign-out', { userId: id })
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
export async function listSessions({ database, clock, sessionLives }: Deps, viewer: Viewer): Promise<SessionRow[]> {
  const now = clock.now()
  const rows = await database.query
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
  return rows.filter((row) => isAlive(row, lifeOf(sessionLives, viewer.role), now))
}

/** Deletes at most `limit` sessions that expired before this time, and returns how many. */
export async function deleteExpiredSessions(
  { database: { query } }: Pick<Deps, 'database'>,
  before: Date,
  limit: number,
): Promise<number> {
  const expired = query.select({ id: sessions.id }).from(sessions).where(lt(sessions.expiresAt, before)).limit(limit)
  return (await query.delete(sessions).where(inArray(sessions.id, expired)).returning({ id: sessions.id })).length
}
