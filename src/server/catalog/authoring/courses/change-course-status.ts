import type { CourseStatus } from '#contract/catalog/authoring.ts'
import { publishableCourse } from '#contract/catalog/course-input.ts'
import { tagsOfChange, findOwnCourse, courseNotFound, lockOwnCourse } from '#server/catalog/index.ts'
import { checked, type Viewer } from '#server/platform/http/index.ts'
import { formOf } from '#server/catalog/authoring/review/course-form.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { followStatus, mustBeReviewed, sendIn } from '#server/catalog/authoring/review/send-in.ts'
import { writeCourseStatus } from '#server/catalog/authoring/review/write-course-status.ts'

/** Publishing requires a complete form and at least one lesson; every missing part is reported. A first course may have to be looked at before. */
export async function changeCourseStatus(
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, status }: { courseId: string; status: CourseStatus },
) {
  return deps.database.transaction(async (tx) => {
    const waits = status === 'published' && (await mustBeReviewed(tx, deps, staff))
    const course =
      (await lockOwnCourse(tx, staff, { courseId, right: 'edit' })) &&
      (await findOwnCourse(tx, staff, courseId, 'edit'))
    if (!course) return courseNotFound
    if (waits && course.status !== 'published') return sendIn(tx, deps, { staff, course })
    await followStatus(tx, deps, { staff, course, status })
    if (status === course.status) return { outcome: 'changed' as const }
    if (status === 'published') checked(publishableCourse, { ...formOf(course), contents: course.lessonCount })
    await writeCourseStatus(tx, { courseId, status, now: deps.clock.now() })
    const details = { title: course.title, before: { status: course.status }, after: { status } }
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'course.changed',
      subjectId: courseId,
      details,
    })
    await deps.cacheTags.invalidate(tx, tagsOfChange(courseId, course, { ...course, status }))
    return { outcome: 'changed' as const }
  })
}
