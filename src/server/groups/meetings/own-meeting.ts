import { eq } from 'drizzle-orm'
import type { GroupsDeps } from '#server/groups/deps.ts'
import { asCohort, toOwnCohort, type OwnCohort } from '#server/groups/own-cohort.ts'
import { groups } from '#server/groups/tables.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { meetings, type MeetingRow } from './tables.ts'

export type OwnMeeting = OwnCohort & { meeting: MeetingRow }

/** A meeting for the staff of its course; null for others, and where it does not exist. */
export async function findOwnMeeting(
  deps: Pick<GroupsDeps, 'catalog' | 'database'>,
  staff: Viewer,
  meetingId: string,
): Promise<OwnMeeting | null> {
  const [found] = await deps.database.query
    .select({ meeting: meetings, group: groups })
    .from(meetings)
    .innerJoin(groups, eq(groups.id, meetings.groupId))
    .where(eq(meetings.id, meetingId))
  const own = found && (await toOwnCohort(deps, staff, asCohort(found.group)))
  return own ? { ...own, meeting: found.meeting } : null
}
