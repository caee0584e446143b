import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { ScheduledMeeting } from '#contract/groups/schedule.ts'
import { dayMs } from '#contract/kit/durations.ts'
import type { GroupsDeps } from '#server/groups/deps.ts'
import { endOf, meetingState, opensAtOf } from '#server/groups/meetings/meeting-time.ts'
import { attendances, meetings, type MeetingRow } from '#server/groups/meetings/tables.ts'
import { groupMembers, groups } from '#server/groups/tables.ts'

const shownPastMs = 180 * dayMs
const maximumShown = 500

export type Scheduled = {
  meeting: MeetingRow
  courseId: string
  courseTitle: string
  cohort: string
  attended: boolean
}

/** The meetings of the cohorts that a user is in, in order: one query for them, one for the titles of their courses. */
export async function readSchedule(
  { database, catalog, clock }: Pick<GroupsDeps, 'database' | 'catalog' | 'clock'>,
  userId: string,
): Promise<Scheduled[]> {
  const since = new Date(clock.now().getTime() - shownPastMs)
  const rows = await database.query
    .select({
      meeting: meetings,
      courseId: groupMembers.courseId,
      cohort: groups.name,
      attended: sql<boolean>`coalesce(${attendances.attended}, false)`,
    })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .innerJoin(meetings, eq(meetings.groupId, groupMembers.groupId))
    .leftJoin(attendances, and(eq(attendances.meetingId, meetings.id), eq(attendances.userId, userId)))
    .where(and(eq(groupMembers.userId, userId), gte(meetings.startsAt, since)))
    .orderBy(asc(meetings.startsAt), asc(meetings.id))
    .limit(maximumShown)
  if (rows.length === 0) return []
  const courses = await catalog.listCoursesById([...new Set(rows.map(({ courseId }) => courseId))])
  const titles = new Map(courses.map(({ id, title }) => [id, title]))
  return rows.map((row) => ({ ...row, courseTitle: titles.get(row.courseId) ?? '' }))
}

/** Without the links of the meetings: those are for who joins. */
export async function showSchedule(deps: GroupsDeps, userId: string): Promise<ScheduledMeeting[]> {
  const now = deps.clock.now()
  return (await readSchedule(deps, userId)).map(({ meeting, courseId, courseTitle, cohort, attended }) => ({
    meetingId: meeting.id,
    title: meeting.title,
    courseId,
    courseTitle,
    cohort,
    startsAt: meeting.startsAt.toISOString(),
    endsAt: endOf(meeting).toISOString(),
    state: meetingState(meeting, now),
    opensAt: opensAtOf(meeting).toISOString(),
    attended,
    recordingContentId: meeting.recordingId,
    chapterId: meeting.chapterId,
  }))
}
