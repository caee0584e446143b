import { canManageCourse, findOwnCourse, type CourseRow } from '#server/catalog/index.ts'
import { membersPerPage, type CohortMember, type WaitingMember } from '#contract/groups/cohorts-staff.ts'
import { courseOfCohort } from '#server/groups/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { MembersDeps } from './deps.ts'

type Page = { id: string; after?: string | undefined }

/** One statement for the course, one for the members. Null: not for these staff. */
export async function listMembers(
  deps: MembersDeps,
  staff: Viewer,
  { id, after = undefined }: Page,
): Promise<CohortMember[] | null> {
  const course = await findOwnCourse(deps.database.query, staff, courseOfCohort(id), 'edit')
  return course && present(course, await deps.learning.listInGroup({ groupId: id, after, limit: membersPerPage }))
}

/** Who has to choose a cohort of a course. */
export async function listWaiting(
  deps: MembersDeps,
  staff: Viewer,
  { id: courseId, after = undefined }: Page,
): Promise<WaitingMember[] | null> {
  const course = await deps.catalog.findCourse(courseId)
  if (!course || !canManageCourse(staff, course, 'edit')) return null
  const rows = await deps.learning.listWithoutGroup({ course, after, limit: membersPerPage })
  const groupOf = new Map(rows.map(({ userId, groupName }) => [userId, groupName]))
  return present(course, rows).map((member) => ({ ...member, cancelledCohort: groupOf.get(member.userId) ?? null }))
}

const present = (
  { lessonCount: lessons }: Pick<CourseRow, 'lessonCount'>,
  rows: Awaited<ReturnType<MembersDeps['learning']['listInGroup']>>,
): CohortMember[] =>
  rows.map(({ userId, name, email, joinedAt, source, completedLessons }) => ({
    userId,
    name,
    email,
    joinedAt: joinedAt.toISOString(),
    source,
    percent: lessons === 0 ? 0 : Math.min(100, Math.round((completedLessons / lessons) * 100)),
  }))
