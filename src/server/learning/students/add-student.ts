import type { Viewer } from '#server/platform/http/index.ts'
import { refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'
import { mayMailAccess } from '#server/learning/enrolment/access-mail-limits.ts'
import { findEnrollment } from '#server/learning/enrolment/enroll.ts'
import { giveAccess } from '#server/learning/enrolment/give-access.ts'
import { invite } from './invite.ts'
import type { CourseStudentsDeps } from './deps.ts'
import { findOwnCourse, notFound } from './own-course.ts'

type Added = { outcome: 'added'; /** Wanted a mail, and the student got one today. */ lacksMail: boolean }
type NotAdded = FieldRefusal<'unknown-email' | 'already-enrolled'>

// The student is in the list of the course already.
const alreadyEnrolled = refusedFields('already-enrolled', { email: 'Siswa ini sudah terdaftar di kelas ini.' })

/** Grants access to the account with this email address. To instructors an unknown address, which is invited, looks like a known one. No mail is sent when the user got such a mail today. */
export async function addStudent(
  deps: CourseStudentsDeps,
  staff: Viewer,
  {
    courseId,
    email,
    notify,
  }: { courseId: string; email: string; /** Mails the student that the course is open. */ notify: boolean },
): Promise<Added | NotAdded | Refusal<'not-found' | 'too-many-invitations'>> {
  const { database, identity, audit } = deps
  const course = await findOwnCourse(deps, staff, courseId)
  if (!course) return notFound
  const userId = await identity.findIdByEmail(email)
  if (!userId) {
    if (staff.role === 'admin') return refusedFields('unknown-email', { email: 'Belum ada akun dengan email ini.' })
    const invited = await invite(deps, staff, { courseId, role: 'student', emails: [email] })
    return invited.outcome === 'invited' ? { outcome: 'added', lacksMail: false } : invited
  }
  if (await findEnrollment(database.query, userId, courseId)) return alreadyEnrolled
  const isMailed = notify && (await mayMailAccess(deps, { userId, courseId }))
  return database.transaction(async (tx) => {
    const name = (await identity.findUserProfiles([userId], tx)).get(userId)?.name ?? ''
    const added = await giveAccess(tx, deps, [
      { user: { id: userId, name, email }, course, notify: isMailed, byAdmin: staff.role === 'admin' },
    ])
    if (added.length === 0) return alreadyEnrolled
    await audit.record(tx, {
      actorId: staff.id,
      action: 'course.student-added',
      subjectId: courseId,
      details: { userId },
    })
    return { outcome: 'added', lacksMail: notify && !isMailed }
  })
}
