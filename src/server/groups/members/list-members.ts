import { canManageCourse, type CourseRow } from '#server/catalog/index.ts'
import { membersPerPage, type CohortMember } from '#contract/groups/cohorts-staff.ts'
import { findOwnCohort } from '#server/groups/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { MembersDeps } from './deps.ts'

type Page = { id: string; after?: string | undefined }

/** Null: not for these staff. */
export async function listMembers(
  deps: MembersDeps,
  staff: Viewer,
  { id, after = undefined }: Page,
): Promise<CohortMember[] | null> {
  const own = await findOwnCohort(deps, staff, id)
  return (
    own && present(deps, own.course, await deps.learning.listInGroup({ groupId: id, after, limit: membersPerPage }))
  )
}

/** Who has to choose a cohort of a course. */
export async function listWaiting(
  deps: MembersDeps,
  staff: Viewer,
  { id: courseId, after = undefined }: Page,
): Promise<CohortMember[] | null> {
  const course = await deps.catalog.findCourse(courseId)
  if (!course || !canManageCourse(staff, course, 'edit')) return null
  return present(deps, course, await deps.learning.listWithoutGroup({ course, after, limit: membersPerPage }))
}

async function present(
  { identity }: MembersDeps,
  { lessonCount: lessons }: Pick<CourseRow, 'lessonCount'>,
  rows: Awaited<ReturnType<MembersDeps['learning']['listInGroup']>>,
): Promise<CohortMember[]> {
  const people = await identity.findUserProfiles(rows.map(({ userId }) => userId))
  return rows.map(({ userId, joinedAt, source, completedLessons }) => ({
    userId,
    name: people.get(userId)?.name ?? '',
    email: people.get(userId)?.email ?? '',
    joinedAt: joinedAt.toISOString(),
    source,
    percent: lessons === 0 ? 0 : Math.min(100, Math.round((completedLessons / lessons) * 100)),
  }))
}
