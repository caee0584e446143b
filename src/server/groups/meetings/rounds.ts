import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import type { GroupsDeps } from '#server/groups/deps.ts'
import { groupMembers, groups } from '#server/groups/tables.ts'
import type { KindData, Notice } from '#server/notifications/index.ts'
import { measureQueue, type Tx } from '#server/platform/database/index.ts'
import { meetingRounds, meetings, type MeetingRow, type Round } from './tables.ts'
import { newsOfMeeting } from './tell-of-meeting.ts'

const beforeMs: Record<Round, number> = { day: dayMs, soon: 30 * minuteMs }
const peoplePerStep = 200

/** Plans the reminders that are still to come; those of an earlier time are replaced. */
export async function planRounds(tx: Tx, { id, startsAt }: MeetingRow, now: Date): Promise<void> {
  await tx.delete(meetingRounds).where(eq(meetingRounds.meetingId, id))
  const rounds = (['day', 'soon'] as const).map((round) => ({
    meetingId: id,
    round,
    dueAt: new Date(startsAt.getTime() - beforeMs[round]),
  }))
  const due = rounds.filter(({ dueAt }) => dueAt > now)
  if (due.length > 0) await tx.insert(meetingRounds).values(due)
}

/** Sends the reminders that are due, some people at a time; several processes share the work. */
export async function remindOfMeetings(deps: GroupsDeps): Promise<void> {
  while (await deps.database.transaction((tx) => remindSome(tx, deps))) {
    // Each step is a transaction of its own.
  }
}

/** False: nothing is due. */
async function remindSome(tx: Tx, { clock, notify, catalog }: GroupsDeps): Promise<boolean> {
  const now = clock.now()
  const [round] = await tx
    .select()
    .from(meetingRounds)
    .where(lte(meetingRounds.dueAt, now))
    .orderBy(asc(meetingRounds.dueAt), asc(meetingRounds.meetingId))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!round) return false
  const ofRound = and(eq(meetingRounds.meetingId, round.meetingId), eq(meetingRounds.round, round.round))
  const [found] = await tx
    .select({ meeting: meetings, courseId: groups.courseId, cancelledAt: groups.cancelledAt })
    .from(meetings)
    .innerJoin(groups, eq(groups.id, meetings.groupId))
    .where(eq(meetings.id, round.meetingId))
  const course = found?.courseId ? await catalog.findCourse(found.courseId, tx) : null
  const isOff = !found || !course || found.meeting.cancelledAt !== null || found.cancelledAt !== null
  // After an outage nobody is reminded of what has begun.
  if (isOff || found.meeting.startsAt <= now) {
    await tx.delete(meetingRounds).where(ofRound)
    return true
  }
  const members = await tx
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .where(
      and(
        eq(groupMembers.groupId, found.meeting.groupId),
        // Who joined later gets the reminders that came due after that.
        lte(groupMembers.joinedAt, round.dueAt),
        round.toldTo === null ? undefined : gt(groupMembers.userId, round.toldTo),
      ),
    )
    .orderBy(asc(groupMembers.userId))
    .limit(peoplePerStep)
  const data = newsOfMeeting({ course, meeting: found.meeting })
  await notify(
    tx,
    ...members.map(({ userId }): Notice => ({ kind: 'meeting-soon', userId, subjectId: found.meeting.id, data })),
  )
  if (members.length < peoplePerStep) await tx.delete(meetingRounds).where(ofRound)
  else
    await tx
      .update(meetingRounds)
      .set({ toldTo: members.at(-1)?.userId ?? null })
      .where(ofRound)
  return true
}

/** For monitoring: reminders of meetings that are due, and for how long the oldest has been. */
export async function readReminders({
  database,
  clock,
}: Pick<GroupsDeps, 'database' | 'clock'>): Promise<{ remindersDue: number; oldestReminderSeconds: number }> {
  const now = clock.now()
  const dueAt = meetingRounds.dueAt
  const { count, oldestSeconds } = await measureQueue(database.query, { dueAt, where: lte(dueAt, now), now })
  return { remindersDue: count, oldestReminderSeconds: oldestSeconds }
}

/** True when a reminder that waits to be sent is still true. */
export async function isStillSoon(
  tx: Tx,
  { clock }: Pick<GroupsDeps, 'clock'>,
  { userId, data: { meetingId, startsAt } }: { userId: string; data: KindData['meeting-soon'] },
): Promise<boolean> {
  const [row] = await tx
    .select({ startsAt: meetings.startsAt })
    .from(meetings)
    .innerJoin(groupMembers, and(eq(groupMembers.groupId, meetings.groupId), eq(groupMembers.userId, userId)))
    .where(and(eq(meetings.id, meetingId), sql`${meetings.cancelledAt} is null`))
  return row !== undefined && row.startsAt.toISOString() === startsAt && row.startsAt > clock.now()
}
