import type { ScheduledMeeting } from '#contract/groups/schedule.ts'
import { endOf, hasAttended, meetingState, opensAtOf, readSchedule } from '#server/groups/index.ts'
import type { MembersDeps } from './deps.ts'

/** Without the links of the meetings: those are for who joins. */
export async function showSchedule(deps: MembersDeps, userId: string): Promise<ScheduledMeeting[]> {
  const now = deps.clock.now()
  const scheduled = await readSchedule(deps, userId)
  const missed = scheduled.flatMap(({ attended, recordingCounts, meeting: { recordingId } }) =>
    !attended && recordingCounts && recordingId !== null ? [recordingId] : [],
  )
  const watched = missed.length > 0 ? await deps.learning.findCompletedOf(userId, missed) : new Set<string>()
  return scheduled.map(({ meeting, courseId, courseTitle, cohort, attended, recordingCounts }) => ({
    meetingId: meeting.id,
    title: meeting.title,
    courseId,
    courseTitle,
    cohort,
    startsAt: meeting.startsAt.toISOString(),
    endsAt: endOf(meeting).toISOString(),
    state: meetingState(meeting, now),
    opensAt: opensAtOf(meeting).toISOString(),
    attended: hasAttended({ attended, recordingCounts, hasWatched: watched.has(meeting.recordingId ?? '') }),
    recordingContentId: meeting.recordingId,
    chapterId: meeting.chapterId,
  }))
}
