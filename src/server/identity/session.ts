import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { isStaff, type Role } from '#contract/identity.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Queryable } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import { sessions, users } from './tables.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

// Staff can do more harm, so their sessions live shorter. Idle is measured from the last call.
const lifeOf = (role: Role) => (isStaff(role) ? { idleMs: 30 * minute, absoluteMs: 12 * hour } : { idleMs: 7 * day, absoluteMs: 30 * day })

const sessionsPerUser = 10

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Starts a session and answers its token, which is stored nowhere on this side: only its hash is. */
export async function startSession(tx: Queryable, clock: Clock, user: { id: string; role: Role }, userAgent: string): Promise<string> {
  const token = `kls_${randomBytes(32).toString('base64url')}`
  const now = clock.now()
  await tx.insert(sessions).values({
    id: randomUUIDv7(),
    tokenHash: hashOf(token),
    userId: user.id,
    userAgent,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + lifeOf(user.role).absoluteMs),
  })
  await dropOldest(tx, user.id)
  return token
}

async function dropOldest(tx: Queryable, userId: string): Promise<void> {
  await tx
    .delete(sessions)
    .where(sql`${sessions.id} in (select id from sessions where user_id = ${userId} order by last_used_at desc, id desc offset ${sessionsPerUser})`)
}

/** Who holds this token, with the role of this very moment; null when it is unknown, expired, idle too long, or its account is disabled. */
export async function findViewerByToken(database: Database, clock: Clock, token: string): Promise<Viewer | null> {
  const now = clock.now()
  const [row] = await database.query
    .select({
      sessionId: sessions.id,
      lastUsedAt: sessions.lastUsedAt,
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      photo: users.photo,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashOf(token)), gt(sessions.expiresAt, now), isNull(users.disabledAt)))
  if (!row) return null
  const { lastUsedAt, ...viewer } = row
  const idleMs = now.getTime() - lastUsedAt.getTime()
  if (idleMs > lifeOf(viewer.role).idleMs) return null
  // Once a minute is exact enough for idleness, and spares a write on every call.
  if (idleMs > minute) {
    await database.query
      .update(sessions)
      .set({ lastUsedAt: now })
      .where(and(eq(sessions.id, viewer.sessionId), lt(sessions.lastUsedAt, now)))
  }
  return viewer
}

export async function endSession(database: Database, sessionId: string): Promise<void> {
  await database.query.delete(sessions).where(eq(sessions.id, sessionId))
}
