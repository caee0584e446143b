import { and, eq } from 'drizzle-orm'
import type { GroupsDeps } from './deps.ts'
import { meetingState, opensAtOf } from '#server/groups/meetings/meeting-time.ts'
import { attendances, meetings } from '#server/groups/meetings/tables.ts'
import { groupMembers } from './tables.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'

type NotOpen = { outcome: 'not-open'; data: { opensAt: string | null } }

/** The link of a meeting for a member of its cohort while it is open. Who gets it was there, once; the row of the meeting is not locked. */
export async function joinMeeting(
  { database, clock }: Pick<GroupsDeps, 'database' | 'clock'>,
  userId: string,
  meetingId: string,
): Promise<{ outcome: 'joined'; url: string } | NotOpen | Refusal<'not-found'>> {
  const [found] = await database.query
    .select({ meeting: meetings })
    .from(meetings)
    .innerJoin(groupMembers, and(eq(groupMembers.groupId, meetings.groupId), eq(groupMembers.userId, userId)))
    .where(eq(meetings.id, meetingId))
  if (!found) return refused('not-found')
  const now = clock.now()
  const { meeting } = found
  const state = meetingState(meeting, now)
  if (state !== 'open')
    return {
      outcome: 'not-open',
      data: { opensAt: state === 'cancelled' ? null : opensAtOf(meeting).toISOString() },
    }
  await database.query
    .insert(attendances)
    .values({ meetingId, userId, attended: true, byHand: false, notedAt: now })
    .onConflictDoNothing()
  return { outcome: 'joined', url: meeting.url }
}
