import { and, asc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import { latestNoted } from '#server/platform/clock.ts'
import type { NotificationsDeps } from '#server/notifications/deps.ts'
import type { Notice } from '#server/notifications/kinds.ts'
import { queueDigest } from './messages.ts'
import { stillHolds } from './still-holds.ts'
import { tellElsewhere } from '#server/notifications/notify.ts'
import { findPeople } from '#server/notifications/settings.ts'
import { broadcastRecipients, broadcasts, digestEntries, type BroadcastRow } from '#server/notifications/tables.ts'

const studentsPerBatch = 200
/** One look at what is due ends here; the next one goes on. */
const batchesPerRun = 25
const digestsPerRun = 200

export async function runDueWork(deps: NotificationsDeps): Promise<void> {
  const now = deps.clock.now()
  await deps.database.query
    .update(broadcasts)
    .set({ createdAt: now, dueAt: now })
    .where(and(isNotNull(broadcasts.dueAt), gt(broadcasts.createdAt, latestNoted(now))))
  for (let batch = 0; batch < batchesPerRun; batch++) if (!(await tellNextStudents(deps))) break
  await sendDigests(deps)
}

/** Tells the next students of a broadcast by mail and digest; false when none is due. The row lock lets one process do it. */
async function tellNextStudents(deps: NotificationsDeps): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(broadcasts)
      .where(and(isNotNull(broadcasts.dueAt), lte(broadcasts.dueAt, deps.clock.now())))
      .orderBy(asc(broadcasts.dueAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!due) return false
    const { rows } = await tx.execute<{ userId: string }>(nextStudents(deps, due))
    const userIds = rows.map(({ userId }) => userId)
    const people = await deps.identity.findReachable(userIds, tx)
    const notices = userIds.map(
      (userId) => ({ kind: due.kind, data: due.data, userId, actorId: due.actorId, subjectId: due.id }) as Notice,
    )
    await tellElsewhere(
      tx,
      deps,
      notices.filter(({ userId }) => userId !== due.actorId && people.has(userId)),
      await findPeople(tx, userIds),
      { isBulk: true },
    )
    const isDone = userIds.length < studentsPerBatch
    await tx
      .update(broadcasts)
      .set(isDone ? { dueAt: null } : { toldUpTo: userIds.at(-1) ?? null })
      .where(eq(broadcasts.id, due.id))
    return true
  })
}

/** In the order of their ids, after the last one who was told. */
function nextStudents({ memberships }: NotificationsDeps, { id, courseId, toAll, toldUpTo, createdAt }: BroadcastRow) {
  const members = memberships().membersOf(courseId, {})
  const meant = toAll
    ? sql`m.granted_at <= ${createdAt.toISOString()}::timestamptz`
    : sql`exists (select 1 from ${broadcastRecipients} p where p.broadcast_id = ${id} and p.user_id = m.user_id)`
  const after = toldUpTo === null ? sql`true` : sql`m.user_id > ${toldUpTo}`
  return sql`select m.user_id as "userId" from (${members}) m where ${meant} and ${after} order by m.user_id limit ${studentsPerBatch}`
}

/** One mail for each person with entries that are due. Taking the entries is what makes it exactly one. */
async function sendDigests(deps: NotificationsDeps): Promise<void> {
  const now = deps.clock.now()
  const due = await deps.database.query
    .selectDistinct({ userId: digestEntries.userId })
    .from(digestEntries)
    .where(lte(digestEntries.dueAt, now))
    .limit(digestsPerRun)
  const people = await deps.identity.findReachable(due.map(({ userId }) => userId))
  for (const { userId } of due) {
    await deps.database.transaction(async (tx) => {
      const taken = await tx
        .delete(digestEntries)
        .where(and(eq(digestEntries.userId, userId), lte(digestEntries.dueAt, now)))
        .returning()
      // An entry of a kind that was switched off since is left out.
      const person = (await findPeople(tx, [userId]))(userId)
      const wanted = taken.filter(({ kind }) => person.choices[kind]?.digest !== false)
      const to = people.get(userId)
      if (!to) return
      const entries = []
      for (const entry of wanted.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
        if (await stillHolds(tx, deps, entry)) entries.push(entry)
      if (entries.length > 0) await queueDigest(tx, deps, to, entries)
    })
  }
}
