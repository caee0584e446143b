import { newId } from '#server/platform/new-id.ts'
import { sql } from 'drizzle-orm'
import type { Channels } from '#contract/notifications/kinds.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { membersOf, type SomeStudents } from '#server/learning/memberships.ts'
import type { NotificationsDeps } from './deps.ts'
import { nextDigest } from './sending/digest-time.ts'
import type { KindData, Notice } from './kinds.ts'
import { channelsFor, findPeople, type Person } from './settings.ts'
import { queueNotice } from './sending/messages.ts'
import { queuePush } from './sending/deliver-push.ts'
import { queueWhatsApp } from './sending/whatsapp-queue.ts'
import { broadcastRecipients, broadcasts, digestEntries, notifications } from './tables.ts'

/** For other modules: tells people in the transaction of what it is about, in the ways that each of them chose. */
export type Notify = (tx: Tx, ...notices: readonly Notice[]) => Promise<void>

export async function notify(tx: Tx, deps: NotificationsDeps, notices: readonly Notice[]): Promise<void> {
  // A key of the API is nobody: it is named nowhere, and left out of nothing.
  const byKey = deps.currentApiKeyId() !== null
  const toOthers = notices
    .map((notice) => (byKey ? { ...notice, actorId: null } : notice))
    .filter(({ userId, actorId }) => userId !== actorId)
  const people = await deps.identity.findReachable([...new Set(toOthers.map(({ userId }) => userId))], tx)
  const told = toOthers.filter(({ userId }) => people.has(userId))
  if (told.length === 0) return
  const personOf = await findPeople(tx, [...new Set(told.map(({ userId }) => userId))])
  const createdAt = deps.clock.now()
  const shown = told.filter(({ userId, kind }) => channelsFor(personOf(userId), kind).app)
  if (shown.length > 0) {
    await tx.insert(notifications).values(
      shown.map(({ userId, kind, data, actorId, subjectId }) => ({
        id: newId(),
        userId,
        kind,
        data,
        actorId: actorId ?? null,
        subjectId: subjectId ?? null,
        createdAt,
      })),
    )
  }
  const elsewhere = told.filter(({ isInAppOnly }) => !isInAppOnly)
  await tellElsewhere(tx, deps, { notices: elsewhere, personOf })
}

/** Mail, digest, push, WhatsApp: everything beside the list in the app. */
export async function tellElsewhere(
  tx: Tx,
  deps: NotificationsDeps,
  {
    notices,
    personOf,
    isBulk = false,
  }: { notices: readonly Notice[]; personOf: (userId: string) => Person; isBulk?: boolean },
): Promise<void> {
  const chosen = notices.map((notice) => ({ notice, channels: channelsFor(personOf(notice.userId), notice.kind) }))
  await addToDigests(tx, deps, chosen, personOf)
  await queuePush(tx, deps, chosen)
  await queueWhatsApp(tx, deps, chosen)
  const mailed = chosen.filter(({ channels }) => channels.mail)
  const people = await deps.identity.findUserProfiles([...new Set(mailed.map(({ notice }) => notice.userId))], tx)
  for (const { notice } of mailed) {
    const to = people.get(notice.userId)
    if (to) await queueNotice(tx, deps, { notice, to, isBulk })
  }
}

async function addToDigests(
  tx: Tx,
  deps: NotificationsDeps,
  chosen: readonly { notice: Notice; channels: Channels }[],
  personOf: (userId: string) => Person,
): Promise<void> {
  const createdAt = deps.clock.now()
  // Notices that were mailed at once are not repeated in the morning.
  const entries = chosen.filter(({ channels }) => channels.digest && !channels.mail)
  if (entries.length === 0) return
  await tx.insert(digestEntries).values(
    entries.map(({ notice: { userId, kind, data, actorId, subjectId } }) => ({
      id: newId(),
      userId,
      kind,
      data,
      actorId: actorId ?? null,
      subjectId: subjectId ?? null,
      createdAt,
      dueAt: nextDigest(createdAt, personOf(userId).timeZone),
    })),
  )
}

type BroadcastKind = 'announcement' | 'new-lessons'
export type NewBroadcast = {
  [Kind in BroadcastKind]: {
    /** The id of what it tells of, or a new one. */
    id?: string
    kind: Kind
    data: KindData[Kind]
    courseId: string
    actorId: string
    to: 'all' | SomeStudents | { userIds: readonly string[] }
    /** Elsewhere than in the app it is told this much later, so that it can be taken back. */
    delayMs?: number
  }
}[BroadcastKind]

/** Tells the students of a course: one row for all of them. Mails follow in batches. */
export async function broadcast(
  tx: Tx,
  deps: NotificationsDeps,
  { id = newId(), kind, data, courseId, actorId, to, delayMs = 0 }: NewBroadcast,
) {
  const createdAt = deps.clock.now()
  const dueAt = new Date(createdAt.getTime() + Math.max(delayMs, 0))
  await tx.insert(broadcasts).values({ id, kind, courseId, toAll: to === 'all', data, actorId, createdAt, dueAt })
  if (to === 'all') return id
  if ('userIds' in to) {
    if (to.userIds.length > 0)
      await tx.insert(broadcastRecipients).values(to.userIds.map((userId) => ({ userId, broadcastId: id })))
  } else {
    const members = membersOf(courseId, createdAt, to)
    await tx.execute(
      sql`insert into ${broadcastRecipients} (user_id, broadcast_id) select m.user_id, ${id}::uuid from (${members}) m`,
    )
  }
  return id
}
