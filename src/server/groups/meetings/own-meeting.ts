import { eq } from 'drizzle-orm'
import type { GroupsDeps } from '#server/groups/deps.ts'
import { findOwnCohort, type OwnCohort } from '#server/groups/own-cohort.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { meetings, type MeetingRow } from './tables.ts'

export type OwnMeeting = OwnCohort & { meeting: MeetingRow }

/** A meeting for the staff of its course; null for others, and where it does not exist. */
export async function findOwnMeeting(
  deps: Pick<GroupsDeps, 'catalog' | 'database'>,
  staff: Viewer,
  meetingId: string,
): Promise<OwnMeeting | null> {
  const [meeting] = await deps.database.query.select().from(meetings).where(eq(meetings.id, meetingId))
  const own = meeting && (await findOwnCohort(deps, staff, meeting.groupId))
  return own ? { ...own, meeting } : null
}
