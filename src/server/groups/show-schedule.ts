import { and, asc, eq, gte, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import { courses } from '#server/catalog/index.ts'
import type { GroupsDeps } from './deps.ts'
import { attendances, meetings, type MeetingRow } from '#server/groups/meetings/tables.ts'
import { groups, scheduleMemberships } from './tables.ts'

const shownPastMs = 180 * dayMs
const maximumShown = 500

export type Scheduled = {
  meeting: MeetingRow
  courseId: string
  courseTitle: string
  cohort: string
  /** Joined, or noted by staff. */
  attended: boolean
  /** Watching its recording counts as well. */
  recordingCounts: boolean
  /** When the user left the cohort before the meeting; null for a member. */
  leftAt: Date | null
}

const isMember = isNull(scheduleMemberships.leftAt)
const leftBefore = lte(scheduleMemberships.leftAt, meetings.startsAt)

/**
 * The meetings of the cohorts that a user is in, in order; with `alsoLeft` those that were still to come when the user left a cohort. Of very
 * many the nearest are read.
 */
export async function readSchedule(
  { database, clock }: Pick<GroupsDeps, 'database' | 'clock'>,
  userId: string | SQL,
  { alsoLeft = false } = {},
): Promise<Scheduled[]> {
  const now = clock.now()
  const since = new Date(now.getTime() - shownPastMs)
  const rows = await database.query
    .select({
      meeting: meetings,
      courseId: scheduleMemberships.courseId,
      courseTitle: courses.title,
      leftAt: scheduleMemberships.leftAt,
      cohort: groups.name,
      recordingCounts: groups.recordingCounts,
      attended: sql<boolean>`coalesce(${attendances.attended}, false)`,
    })
    .from(scheduleMemberships)
    .innerJoin(groups, eq(groups.id, scheduleMemberships.groupId))
    .innerJoin(courses, eq(courses.id, scheduleMemberships.courseId))
    .innerJoin(meetings, eq(meetings.groupId, scheduleMemberships.groupId))
    .leftJoin(
      attendances,
      and(eq(attendances.meetingId, meetings.id), eq(attendances.userId, scheduleMemberships.userId)),
    )
    .where(
      and(
        eq(scheduleMemberships.userId, userId),
        gte(meetings.startsAt, since),
        alsoLeft ? or(isMember, leftBefore) : isMember,
      ),
    )
    .orderBy(
      sql`abs(extract(epoch from ${meetings.startsAt} - ${now.toISOString()}::timestamptz))`,
      asc(meetings.id),
      asc(scheduleMemberships.courseId),
    )
    .limit(maximumShown)
  return rows.toSorted((one, other) => one.meeting.startsAt.getTime() - other.meeting.startsAt.getTime())
}
