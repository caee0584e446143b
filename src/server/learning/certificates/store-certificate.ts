import { newId } from '#server/platform/new-id.ts'
import { and, desc, eq } from 'drizzle-orm'
import { canonicalJson, type CertificateDocument } from '#contract/learning/certificates.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { lockEnrollmentForShare } from '#server/learning/enrolment/enroll.ts'
import { readProgress } from '#server/learning/progress/progress.ts'
import { missingAttendance, type MissingAttendance } from './missing-attendance.ts'
import { signCredential } from './credentials.ts'
import type { CertificateDeps } from './deps.ts'
import { currentKey } from './signing-keys.ts'
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
  const { name: siteName } = await deps.readSite()
  const instructor = (await deps.identity.findUserProfiles([course.instructorId])).get(course.instructorId)
  return deps.database.transaction(async (tx) => {
    const enrollment = await lockEnrollmentForShare(tx, { userId, courseId })
    if (!enrollment) return refused('not-enrolled')
    const before = await findOfStudent(tx, userId, courseId)
    // Revoked by an admin: for good. Revoked by a refund: until the student has access again.
    if (before?.revokedAt && before.revokedBy !== null) return refused('certificate-revoked')
    if (before) {
      if (before.revokedAt !== null) await restore(tx, deps, before.id)
      return { outcome: 'issued', id: before.id }
    }
    const lessons = await deps.catalog.listLessonSummaries(courseId, tx)
    const { completedContentIds: completedLessonIds } = await readProgress(tx, enrollment, lessons)
    const isFinished = lessons.length > 0 && completedLessonIds.length === lessons.length
    if (!isFinished && !enrollment.finishedAt) return refused('not-finished')
    const missing = await missingAttendance(tx, enrollment, new Set(completedLessonIds))
    if (missing) return missing

    const id = newId()
    const issuedAt = deps.clock.now()
    const key = await currentKey(tx, issuedAt)
    const statusIndex = await nextStatusIndex(tx)
    const document: CertificateDocument = {
      type: 'cendaki-certificate',
      version: 1,
      id,
      name,
      courseId,
      courseTitle: course.title,
      instructor: instructor?.name ?? '',
      // Without lessons that were added after the course was finished.
      lessonCount: completedLessonIds.length,
      issuedAt: issuedAt.toISOString(),
      issuer: deps.publicUrl,
      keyId: key.id,
    }
    const text = canonicalJson(document)
    const inserted = await tx
      .insert(certificates)
      .values({
        id,
        userId,
        courseId,
        name,
        courseTitle: document.courseTitle,
        instructorName: document.instructor,
        document: text,
        credential: await signCredential({ document, statusIndex }, key, { publicUrl: deps.publicUrl, siteName }),
        statusIndex,
        keyId: key.id,
        issuedAt,
      })
      // Of two concurrent requests the first one's certificate is kept.
      .onConflictDoNothing({ target: [certificates.userId, certificates.courseId] })
      .returning({ certificateId: certificates.id })
    for (const { certificateId } of inserted) {
      await deps.emitEvent(tx, { type: 'certificate.issued', data: { certificateId, studentId: userId, courseId } })
      await deps.notify(tx, {
        kind: 'certificate',
        userId,
        data: { courseId, courseTitle: course.title, certificateId },
      })
    }
    await deps.cacheTags.invalidate(tx, [`certificate:${id}`])
    const issued = await findOfStudent(tx, userId, courseId)
    if (!issued) throw new Error('The issued certificate does not exist')
    return { outcome: 'issued', id: issued.id }
  })
}

/** The place after the last one. Serializes the issuing of certificates until the transaction ends. */
async function nextStatusIndex(tx: Tx): Promise<number> {
  await lockUntilCommit(tx, 'certificate-status')
  const [last] = await tx
    .select({ index: certificates.statusIndex })
    .from(certificates)
    .orderBy(desc(certificates.statusIndex))
    .limit(1)
  return (last?.index ?? -1) + 1
}

async function restore(tx: Tx, { audit, cacheTags }: CertificateDeps, id: string): Promise<void> {
  await tx.update(certificates).set({ revokedAt: null, revokeReason: null }).where(eq(certificates.id, id))
  await audit.record(tx, { actorId: null, action: 'certificate.restored', subjectKind: 'certificate', subjectId: id })
  await cacheTags.invalidate(tx, [`certificate:${id}`])
}

async function findOfStudent(tx: Tx, userId: string, courseId: string): Promise<CertificateRow | null> {
  const [row] = await tx
    .select()
    .from(certificates)
    .where(and(eq(certificates.userId, userId), eq(certificates.courseId, courseId)))
  return row ?? null
}
