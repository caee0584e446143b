import type { CourseStatus } from '#contract/authoring.ts'
import { courseInput } from '#contract/course-form.ts'
import { checked, type Viewer } from '#server/http/index.ts'
import { findOwnCourse } from './list-staff-courses.ts'
import { formOf } from './course-form.ts'
import type { AuthoringDeps } from './deps.ts'
import { writeCourseStatus } from './write-course-status.ts'

/** Publishing validates the course with the rules of the course form. */
export async function changeCourseStatus(deps: AuthoringDeps, staff: Viewer, courseId: string, status: CourseStatus): Promise<'saved' | 'not-found'> {
  return deps.database.transaction(async (tx) => {
    const course = await findOwnCourse(tx, staff, courseId)
    if (!course) return 'not-found'
    if (status === 'published') checked(courseInput, formOf(course))
    if (status === course.status) return 'saved'
    await writeCourseStatus(tx, courseId, status, deps.clock.now())
    const details = { title: course.title, before: { status: course.status }, after: { status } }
    await deps.audit.record(tx, { actorId: staff.id, action: 'course.changed', subjectKind: 'course', subjectId: courseId, details })
    await deps.cacheTags.invalidate(tx, ['courses', `course:${courseId}`])
    return 'saved'
  })
}
