import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { findEnrollment, revoke, staffSource } from '#server/learning/enrolment/enroll.ts'
import type { CourseStudentsDeps } from './deps.ts'
import { findOwnCourse, notFound, type CourseNotFound } from './own-course.ts'

/** Revokes access that staff granted. */
export async function removeStudent(
  deps: CourseStudentsDeps,
  staff: Viewer,
  { courseId, studentId }: { courseId: string; studentId: string },
): Promise<{ outcome: 'removed' } | Refusal<'not-given'> | CourseNotFound> {
  if (!(await findOwnCourse(deps, staff, courseId))) return notFound
  return deps.database.transaction(async (tx) => {
    const enrollment = await findEnrollment(tx, studentId, courseId)
    if (!enrollment) return notFound
    if (!enrollment.sourceRef.startsWith(staffSource)) return refused('not-given')
    await revoke(tx, deps, { sourceRef: enrollment.sourceRef, userId: studentId })
    const details = { userId: studentId }
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'course.student-removed',
      subjectId: courseId,
      details,
    })
    return { outcome: 'removed' }
  })
}
