import { eq } from 'drizzle-orm'
import { courses, tagsOfChange, findOwnCourse, courseNotFound, lockOwnCourse } from '#server/catalog/index.ts'
import { isForeignKeyViolation, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { followStatus } from '#server/catalog/authoring/review/send-in.ts'
import { writeCourseStatus } from '#server/catalog/authoring/review/write-course-status.ts'

/** Archives a course that has students or is referenced elsewhere; deletes any other with its lessons. */
export async function deleteCourse(
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
): Promise<{ outcome: 'deleted' | 'archived' } | typeof courseNotFound> {
  const { database, audit, uploads, cacheTags, clock } = deps
  return database.transaction(async (tx) => {
    const course =
      (await lockOwnCourse(tx, staff, { courseId, right: 'own' })) && (await findOwnCourse(tx, staff, courseId, 'own'))
    if (!course) return courseNotFound
    const isDeleted = course.studentCount === 0 && (await tryDelete(tx, courseId))
    if (isDeleted) await uploads.remove(tx, course.thumbnail)
    else {
      await followStatus(tx, deps, { staff, course, status: 'archived' })
      await writeCourseStatus(tx, { courseId, status: 'archived', now: clock.now() })
    }
    const outcome = isDeleted ? 'deleted' : 'archived'
    await audit.record(tx, {
      actorId: staff.id,
      action: `course.${outcome}`,
      subjectId: courseId,
      details: { title: course.title },
    })
    await cacheTags.invalidate(tx, tagsOfChange(courseId, course, isDeleted ? null : { ...course, status: 'archived' }))
    return { outcome }
  })
}

/** False when a foreign key still references the course, such as a refunded purchase or a promo code. */
async function tryDelete(tx: Tx, courseId: string): Promise<boolean> {
  try {
    await tx.transaction(async (attempt) => void (await attempt.delete(courses).where(eq(courses.id, courseId))))
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}
