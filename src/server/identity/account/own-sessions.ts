import { and, eq } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { endSessionsOf, listSessions } from '#server/identity/sign-in/session.ts'
import { sessions } from '#server/identity/tables.ts'

export async function endOwnSession(
  { database, securityLog }: IdentityDeps,
  viewer: Viewer,
  sessionId: string,
): Promise<{ outcome: 'ended' } | Refusal<'not-found'>> {
  const ended = await database.query
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, viewer.id)))
    .returning({ id: sessions.id })
  if (ended.length === 0) return refused('not-found')
  securityLog.note('session-ended', { userId: viewer.id, count: 1 })
  return { outcome: 'ended' }
}

/** Ends all sessions but the one that calls, and returns how many. */
export async function endOtherSessions(deps: IdentityDeps, viewer: Viewer, client: string): Promise<number> {
  const others = (await listSessions(deps, viewer)).length - 1
  await deps.database.transaction(async (tx) => {
    await endSessionsOf(tx, viewer.id, { except: viewer.sessionId })
    const details = { sessions: others, client }
    await deps.audit.record(tx, {
      actorId: viewer.id,
      action: 'user.sessions-ended',
      subjectId: viewer.id,
      details,
    })
  })
  deps.securityLog.note('session-ended', { userId: viewer.id, count: others, client })
  return others
}
