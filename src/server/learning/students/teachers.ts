import type { InvitedRole } from '#contract/catalog/teachers.ts'
import { canManageCourse, roleIn } from '#server/catalog/index.ts'
import type { CourseStudentsDeps } from './deps.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'

type Key = { courseId: string; userId: string }

/** Changes what somebody may do in a course (null: they do not teach it any more). Its owner decides; others may only leave. */
export async function changeTeacher(
  deps: CourseStudentsDeps,
  staff: Viewer,
  { courseId, userId, role }: Key & { role: InvitedRole | null },
): Promise<{ outcome: 'changed' } | Refusal<'not-found'>> {
  const course = await deps.catalog.findCourse(courseId)
  const isLeaving = role === null && userId === staff.id
  if (!course || !canManageCourse(staff, course, isLeaving ? 'teach' : 'own')) return refused('not-found')
  return deps.database.transaction(async (tx) => {
    const locked = await deps.catalog.findCourse(courseId, tx)
    const before = locked && roleIn(userId, locked)
    if (!before || before === 'owner') return refused('not-found')
    if (role) await deps.catalog.addTeacher(tx, { courseId, userId, role })
    else await deps.catalog.removeTeacher(tx, { courseId, userId })
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'course.changed',
      subjectId: courseId,
      details: {
        title: course.title,
        before: { teachers: { [userId]: before } },
        after: { teachers: role ? { [userId]: role } : {} },
      },
    })
    return { outcome: 'changed' as const }
  })
}
