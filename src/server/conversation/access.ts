import { canManageCourse, type CourseRow } from '#server/catalog/index.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Refusal } from '#server/platform/outcomes.ts'
import type { ConversationDeps } from './deps.ts'

export type Access = { outcome: 'open'; isStaff: boolean; course: CourseRow }
export type NoAccess = Refusal<'not-found' | 'not-enrolled'>

type Participant = Pick<Viewer, 'id' | 'role'>

/** True when a viewer takes part in the conversation of a course: its staff, and those who are enrolled now. */
export const findAccess = (deps: ConversationDeps, viewer: Participant, courseId: string): Promise<Access | NoAccess> =>
  readAccess(deps, viewer, { courseId, queryable: deps.database.query })

/** The same within a transaction. */
export const findAccessIn = (
  tx: Tx,
  deps: ConversationDeps,
  { viewer, courseId }: { viewer: Participant; courseId: string },
): Promise<Access | NoAccess> => readAccess(deps, viewer, { courseId, queryable: tx })

async function readAccess(
  { catalog, learning }: ConversationDeps,
  viewer: Participant,
  { courseId, queryable }: { courseId: string; queryable: Queryable },
): Promise<Access | NoAccess> {
  const course = await catalog.findCourse(courseId, queryable)
  if (!course) return { outcome: 'not-found' }
  if (canManageCourse(viewer, course, 'teach')) return { outcome: 'open', isStaff: true, course }
  if (await learning.isEnrolled(viewer.id, courseId, queryable)) return { outcome: 'open', isStaff: false, course }
  return { outcome: course.status === 'published' ? 'not-enrolled' : 'not-found' }
}

/** The courses whose staff a person is, by id; null for all. */
export const coursesOf = async (
  { catalog }: ConversationDeps,
  staff: { id: string; role: string },
): Promise<string[] | null> => (staff.role === 'admin' ? null : catalog.listCourseIdsOf(staff.id, 'teach'))
