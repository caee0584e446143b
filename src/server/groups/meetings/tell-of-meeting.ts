import { eachMembers } from '#server/groups/tell-members.ts'
import type { GroupsDeps } from '#server/groups/deps.ts'
import type { KindData, Notice } from '#server/notifications/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { OwnMeeting } from './own-meeting.ts'

type About = Omit<OwnMeeting, 'cohort' | 'course'> & { course: { id: string; title: string } }
type MeetingKind = 'meeting-soon' | 'meeting-changed' | 'meeting-cancelled' | 'meeting-recording'

/** Data of a notice about a meeting: never its link. */
export const newsOfMeeting = ({ course, meeting }: About): KindData[MeetingKind] => ({
  courseId: course.id,
  courseTitle: course.title,
  meetingId: meeting.id,
  title: meeting.title,
  startsAt: meeting.startsAt.toISOString(),
  lessonId: meeting.recordingId,
})

export async function tellOfMeeting(
  tx: Tx,
  { notify }: Pick<GroupsDeps, 'notify'>,
  { about, kind, actorId }: { about: About; kind: Exclude<MeetingKind, 'meeting-soon'>; actorId: string },
): Promise<void> {
  const data = newsOfMeeting(about)
  await eachMembers(tx, about.meeting.groupId, (userIds) =>
    notify(tx, ...userIds.map((userId): Notice => ({ kind, userId, actorId, subjectId: about.meeting.id, data }))),
  )
}
