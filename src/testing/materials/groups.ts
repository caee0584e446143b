import type { SignedIn } from '#testing/factories.ts'
import { cohortRows, openCohort, planMeeting } from '#testing/materials/cohorts.ts'
import { buyTeam, teamRows } from '#testing/materials/teams.ts'
import type { TestSite } from '#testing/test-site.ts'

export type GroupWorld = { cohortId: string; meetingId: string; teamId: string }

/** A cohort of the course with a meeting, and a team that the student manages and is in. */
export async function makeGroups(
  site: TestSite,
  { student, instructor, courseId }: { student: SignedIn; instructor: SignedIn; courseId: string },
): Promise<GroupWorld> {
  const { _id: cohortId } = await openCohort(site, instructor, { courseId })
  const sold = await site.createCourse({ price: 60_000 })
  const { teamId, token } = await buyTeam(site, student, { courseId: sold.id })
  await site.call('POST', `/teams/join/${token}`, { token: student.token, body: { showProgress: true } })
  return { cohortId, meetingId: (await planMeeting(site, instructor, cohortId))._id, teamId }
}

export const groupRows = <Caller>({
  mayEdit,
  manager,
}: {
  mayEdit: readonly Caller[]
  manager: readonly Caller[]
}) => ({ ...cohortRows({ mayEdit }), ...teamRows({ manager }) })
