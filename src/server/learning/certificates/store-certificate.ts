import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { plainCertificate } from '#contract/catalog/course-certificate.ts'
import { presentDetails } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { lockEnrollmentForShare } from '#server/learning/enrolment/enroll.ts'
import { readProgress } from '#server/learning/read-progress.ts'
import { missingAttendance, type MissingAttendance } from './missing-attendance.ts'
import type { CertificateDeps } from './deps.ts'
import { insertCertificate, restoreCertificate } from './insert-certificate.ts'
import { certificates, type CertificateRow } from './tables.ts'

export type IssueInput = { userId: string; courseId: string; name: string }
type Issued =
  | { outcome: 'issued'; id: string }
  | MissingAttendance
  | Refusal<'not-enrolled' | 'not-finished' | 'certificate-revoked'>

/** Issues a student's certificate for a finished course. Repeated calls return the issued one, even with another name. */
export async function storeCertificate(deps: CertificateDeps, { userId, courseId, name }: IssueInput): Promise<Issued> {
  const course = await deps.catalog.findCourse(courseId)
  if (!course) return refused('not-enrolled')
  const instructor = (await deps.identity.findUserProfiles([course.instructorId])).get(course.instructorId)
  return deps.database.transaction(async (tx) => {
    const enrollment = await lockEnrollmentForShare(tx, { userId, courseId })
    if (!enrollment) return refused('not-enrolled')
    const before = await findOfStudent(tx, userId, courseId)
    // Revoked by an admin: for good. Revoked by a refund: until the student has access again and asks.
    if (before?.revokedAt && before.revokedBy !== null) return refused('certificate-revoked')
    if (before) {
      if (before.revokedAt !== null) await restoreCertificate(tx, deps, before.id)
      return { outcome: 'issued', id: before.id }
    }
    const lessons = await deps.catalog.listLessonSummaries(courseId, tx)
    const { completedContentIds: completedLessonIds } = await readProgress(tx, enrollment, lessons)
    const isFinished = lessons.length > 0 && completedLessonIds.length === lessons.length
    if (!isFinished && !enrollment.finishedAt) return refused('not-finished')
    const missing = await missingAttendance(tx, enrollment, new Set(completedLessonIds))
    if (missing) return missing

    const inserted = await insertCertificate(tx, deps, {
      userId,
      courseId,
      name,
      title: course.title,
      instructor: instructor?.name ?? '',
      // Without lessons that were added after the course was finished.
      lessonCount: completedLessonIds.length,
      ...(isDeepStrictEqual(course.certificate, plainCertificate)
        ? {}
        : { details: presentDetails(course.certificate) }),
    })
    if (inserted) {
      const data = { certificateId: inserted.id, studentId: userId, courseId }
      await deps.emitEvent(tx, { type: 'certificate.issued', data })
    }
    const issued = await findOfStudent(tx, userId, courseId)
    if (!issued) throw new Error('The issued certificate does not exist')
    return { outcome: 'issued', id: issued.id }
  })
}

async function findOfStudent(tx: Tx, userId: string, courseId: string): Promise<CertificateRow | null> {
  const [row] = await tx
    .select()
    .from(certificates)
    .where(and(eq(certificates.userId, userId), eq(certificates.courseId, courseId)))
  return row ?? null
}
