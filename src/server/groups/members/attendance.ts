import { attendancePerPage, type Attendance } from '#contract/groups/meetings-staff.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import { jakartaMinute } from '#contract/kit/days.ts'
import { findOwnMeeting, hasAttended, listNoted, noteAttendance, type OwnMeeting } from '#server/groups/index.ts'
import { exportCsv, type CsvRow } from '#server/platform/csv/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { MembersDeps } from './deps.ts'

/** Null: not for these staff. */
export async function listAttendance(
  deps: MembersDeps,
  staff: Viewer,
  { id, after = undefined }: { id: string; after?: string | undefined },
): Promise<Attendance[] | null> {
  const own = await findOwnMeeting(deps, staff, id)
  return own && readPage(deps, own, after, attendancePerPage)
}

async function readPage(
  deps: MembersDeps,
  { meeting, cohort }: OwnMeeting,
  after: string | undefined,
  limit: number,
): Promise<Attendance[]> {
  const members = await deps.learning.listInGroup({ groupId: cohort.id, after, limit })
  const userIds = members.map(({ userId }) => userId)
  const noted = await listNoted(deps, meeting.id, userIds)
  const watched =
    cohort.recordingCounts && meeting.recordingId
      ? await deps.learning.findCompletedBy(meeting.recordingId, userIds)
      : new Set<string>()
  return members.map(({ userId, name, email }): Attendance => {
    const note = noted.get(userId)
    const hasWatched = watched.has(userId)
    const attended = hasAttended({
      attended: note?.attended === true,
      recordingCounts: cohort.recordingCounts,
      hasWatched,
    })
    return {
      userId,
      name,
      email,
      attended,
      by: note?.attended ? (note.byHand ? 'hand' : 'join') : hasWatched ? 'recording' : null,
      at: note?.attended ? note.notedAt.toISOString() : null,
    }
  })
}

const why = { join: 'Masuk kelas', hand: 'Dicatat staf', recording: 'Menonton rekaman' }

const toCells = ({ name, email, attended, by, at }: Attendance): CsvRow => [
  name,
  email,
  attended ? 'hadir' : 'tidak hadir',
  by && why[by],
  at && jakartaMinute(at),
]

export async function exportAttendance(deps: MembersDeps, staff: Viewer, meetingId: string): Promise<Download | null> {
  const own = await findOwnMeeting(deps, staff, meetingId)
  if (!own) return null
  await deps.audit.record(deps.database.query, {
    actorId: staff.id,
    action: 'cohort.attendance-exported',
    subjectId: own.cohort.id,
    details: { title: own.meeting.title, courseId: own.course.id },
  })
  return exportCsv(deps, {
    name: `kehadiran-${own.meeting.title}`,
    what: 'attendance of a meeting',
    header: ['Nama', 'Email', 'Kehadiran', 'Cara', 'Waktu (WIB)'],
    toCells,
    readPage: (after: Attendance | null, limit: number) => readPage(deps, own, after?.userId, limit),
  })
}

export async function saveAttendance(
  deps: MembersDeps,
  staff: Viewer,
  { id, userId, attended }: { id: string; userId: string; attended: boolean },
): Promise<{ outcome: 'saved' } | Refusal<'not-found'>> {
  const own = await findOwnMeeting(deps, staff, id)
  if (!own) return refused('not-found')
  return deps.database.transaction(async (tx) => {
    const right = await deps.learning.findRight(tx, { userId, courseId: own.course.id })
    if (right?.groupId !== own.cohort.id) return refused('not-found')
    await noteAttendance(tx, deps, { meetingId: id, userId, attended })
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'cohort.attendance-noted',
      subjectId: own.cohort.id,
      details: { title: own.meeting.title, courseId: own.course.id, userId, value: attended ? 'hadir' : 'tidak hadir' },
    })
    return { outcome: 'saved' }
  })
}
