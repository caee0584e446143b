import { attendanceOf, hasAttended } from '#server/groups/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Enrollment } from '#server/learning/memberships.ts'

export type MissingAttendance = {
  outcome: 'attendance-missing'
  message: string
  data: { attended: number; needed: number; meetings: number }
}

/** How often a member of a cohort still has to be there; null when that is enough. Meetings to come count as missed until they are over. */
export async function missingAttendance(
  tx: Tx,
  { groupId, userId }: Pick<Enrollment, 'groupId' | 'userId'>,
  completed: ReadonlySet<string>,
): Promise<MissingAttendance | null> {
  if (groupId === null) return null
  const { percent, recordingCounts, meetings } = await attendanceOf(tx, { groupId, userId })
  if (percent === null) return null
  const counts = meetings.filter(({ attended, recordingId }) =>
    hasAttended({ attended, recordingCounts, hasWatched: recordingId !== null && completed.has(recordingId) }),
  )
  const needed = Math.ceil((meetings.length * percent) / 100)
  if (counts.length >= needed) return null
  const missing = needed - counts.length
  return {
    outcome: 'attendance-missing',
    message: `Kamu hadir di ${counts.length} dari ${meetings.length} sesi. Untuk sertifikat perlu ${needed}, jadi kurang ${missing} lagi.`,
    data: { attended: counts.length, needed, meetings: meetings.length },
  }
}
