import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { lockedJob, type Job } from '#server/platform/jobs/index.ts'
import { membersOf } from '#server/learning/memberships.ts'
import type { DeliveryDeps, NotificationsDeps } from '#server/notifications/deps.ts'
import type { Notice } from '#server/notifications/kinds.ts'
import { queueDigest } from './messages.ts'
import { stillHolds } from './still-holds.ts'
import { tellElsewhere } from '#server/notifications/notify.ts'
import { findPeople } from '#server/notifications/settings.ts'
import { broadcastRecipients, broadcasts, digestEntries, type BroadcastRow } from '#server/notifications/tables.ts'

const studentsPerBatch = 200

/** Tells the next students of a broadcast by mail and digest; broadcasts take turns. */
export const broadcastJob = (deps: NotificationsDeps): Job =>
  lockedJob(deps, {
    name: 'broadcasts',
    table: broadcasts,
    id: 'id',
    isWaiting: sql`${broadcasts.dueAt} is not null`,
    isDue: (now) => lte(broadcasts.dueAt, now),
    orderBy: [asc(broadcasts.dueAt), asc(broadcasts.id)],
    noted: { at: 'createdAt', dueAt: 'dueAt' },
    async perform(tx, due) {
      const { rows } = await tx.execute<{ userId: string }>(nextStudents(deps, due))
      const userIds = rows.map(({ userId }) => userId)
      const people = await deps.identity.findReachable(userIds, tx)
      const notices = userIds.map(
        (userId) => ({ kind: due.kind, data: due.data, userId, actorId: due.actorId, subjectId: due.id }) as Notice,
      )
      await tellElsewhere(tx, deps, {
        notices: notices.filter(({ userId }) => userId !== due.actorId && people.has(userId)),
        personOf: await findPeople(tx, userIds),
        isBulk: true,
      })
      const isDone = userIds.length < studentsPerBatch
      return isDone ? { dueAt: null } : { toldUpTo: userIds.at(-1) ?? null, dueAt: deps.clock.now() }
    },
  })

/** In the order of their ids, after the last one who was told. */
function nextStudents({ clock }: NotificationsDeps, { id, courseId, toAll, toldUpTo, createdAt }: BroadcastRow) {
  const members = membersOf(courseId, clock.now())
  const meant = toAll
    ? sql`m.granted_at <= ${createdAt.toISOString()}::timestamptz`
    : sql`exists (select 1 from ${broadcastRecipients} p where p.broadcast_id = ${id} and p.user_id = m.user_id)`
  const after = toldUpTo === null ? sql`true` : sql`m.user_id > ${toldUpTo}`
  return sql`select m.user_id as "userId" from (${members}) m where ${meant} and ${after} order by m.user_id limit ${studentsPerBatch}`
}

/** One mail for each person with entries that are due, by the first of them. Taking the entries is what makes it exactly one. */
export const digestJob = (deps: DeliveryDeps): Job =>
  lockedJob(deps, {
    name: 'digests',
    table: digestEntries,
    id: 'id',
    isDue: (now) => and(lte(digestEntries.dueAt, now), isFirst(now)),
    orderBy: [asc(digestEntries.dueAt), asc(digestEntries.userId)],
    async perform(tx, { userId }) {
      const taken = await tx
        .delete(digestEntries)
        .where(and(eq(digestEntries.userId, userId), lte(digestEntries.dueAt, deps.clock.now())))
        .returning()
      // An entry of a kind that was switched off since is left out.
      const person = (await findPeople(tx, [userId]))(userId)
      const wanted = taken.filter(({ kind }) => person.choices[kind]?.digest !== false)
      const to = (await deps.identity.findReachable([userId], tx)).get(userId)
      if (!to) return null
      const entries = []
      for (const entry of wanted.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
        if (await stillHolds(tx, deps, entry)) entries.push(entry)
      if (entries.length > 0) await queueDigest(tx, deps, { to, entries })
      return null
    },
  })

/** Two processes that took entries of the same person would wait for each other. */
const isFirst = (now: Date) => sql`not exists (select 1 from ${digestEntries} as earlier
  where earlier.user_id = ${digestEntries.userId} and earlier.due_at <= ${now.toISOString()}::timestamptz and earlier.id < ${digestEntries.id})`
