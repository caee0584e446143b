import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { attendances, meetings } from '#server/groups/meetings/tables.ts'
import { groups } from './tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'

export type AttendanceOf = {
  /** Null: the certificate does not wait for it. */
  percent: number | null
  recordingCounts: boolean
  meetings: { recordingId: string | null; attended: boolean }[]
}

/** Who was there, and where the cohort says so who completed the lesson with the recording. */
export const hasAttended = ({
  attended,
  recordingCounts,
  hasWatched,
}: {
  attended: boolean
  recordingCounts: boolean
  hasWatched: boolean
}): boolean => attended || (recordingCounts && hasWatched)

/** The meetings of a cohort that were not cancelled, and at which a member was. */
export async function attendanceOf(
  queryable: Queryable,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<AttendanceOf> {
  const rows = await queryable
    .select({
      percent: groups.attendancePercent,
      recordingCounts: groups.recordingCounts,
      meetingId: meetings.id,
      recordingId: meetings.recordingId,
      attended: sql<boolean>`coalesce(${attendances.attended}, false)`,
    })
    .from(groups)
    .leftJoin(meetings, and(eq(meetings.groupId, groups.id), isNull(meetings.cancelledAt)))
    .leftJoin(attendances, and(eq(attendances.meetingId, meetings.id), eq(attendances.userId, userId)))
    .where(eq(groups.id, groupId))
    .orderBy(asc(meetings.startsAt))
  const [first] = rows
  return {
    percent: first?.percent ?? null,
    recordingCounts: first?.recordingCounts ?? false,
    meetings: rows.flatMap(({ meetingId, recordingId, attended }) =>
      meetingId === null ? [] : [{ recordingId, attended }],
    ),
  }
}
