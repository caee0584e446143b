import { newId } from '#server/platform/new-id.ts'
import { eq, sql } from 'drizzle-orm'
import type { AssignmentTerms, Submission } from '#contract/assessment/submissions.ts'
import { submissionRules, type AssignmentStatus } from '#contract/assessment/assignment-values.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import type { LessonKey } from '#server/catalog/index.ts'
import type { NotOpen } from '#server/learning/index.ts'
import { isForeignKeyViolation, lockUntilCommit } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { checkDocument, type CheckedDocument } from '#server/platform/media/index.ts'
import {
  invalidInput,
  refused,
  tooManyRequests,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import { findTerms } from './edit-assignment.ts'
import { listVersions, presentAll } from './find-submissions.ts'
import { statusOf } from './present.ts'
import { submissionFiles, submissions, type SubmissionRow } from './tables.ts'
import { bytesPerCourse, bytesPerStudent, handInsPerStudent } from '#server/assessment/limits.ts'

type HandIn = { text: string; link: string | null; files: readonly File[] }
type StoredFile = { id: string; name: string; bytes: number }
type Accepted = Refusal<'already-accepted'>
export type HandInOutcome =
  | { outcome: 'handed-in'; submission: Submission }
  | NotOpen
  | Accepted
  | InvalidInput
  | TooManyRequests

/** Null when the viewer may work on this assignment. */
async function findObstacle({ learning }: AssessmentDeps, viewer: Viewer, key: LessonKey): Promise<NotOpen | null> {
  const study = await learning.findLessonToStudy(key, viewer)
  if (study.outcome !== 'open') return study
  return study.type === 'assignment' ? null : refused('not-found')
}

type MySubmissions = { versions: Submission[]; status: AssignmentStatus; terms: AssignmentTerms }

export async function listMySubmissions(
  deps: AssessmentDeps,
  viewer: Viewer,
  key: LessonKey,
): Promise<{ outcome: 'listed'; mine: MySubmissions } | NotOpen> {
  const obstacle = await findObstacle(deps, viewer, key)
  if (obstacle) return obstacle
  const rows = await listVersions(deps.database.query, { userId: viewer.id, lessonId: key.lessonId })
  const mine = {
    versions: await presentAll(deps, rows),
    status: statusOf(rows[0]),
    terms: await findTerms(deps.database.query, key.lessonId),
  }
  return { outcome: 'listed', mine }
}

/** Stores a new version; one that was not reviewed yet is replaced by it. */
export async function handIn(
  deps: AssessmentDeps,
  viewer: Viewer,
  { key, ...given }: HandIn & { key: LessonKey },
): Promise<HandInOutcome> {
  const obstacle = await findObstacle(deps, viewer, key)
  if (obstacle) return obstacle
  const mayTry = await deps.rateLimiter.take([handInsPerStudent, viewer.id])
  if (!mayTry.allowed) return tooManyRequests(mayTry)
  const [newest] = await listVersions(deps.database.query, { userId: viewer.id, lessonId: key.lessonId })
  if (newest?.status === 'accepted') return refused('already-accepted')
  const checked = await checkAll(deps, key.courseId, viewer.id, given.files)
  if (checked.outcome !== 'checked') return checked
  const stored = await storeAll(deps, checked.files, viewer.id)
  if (stored.outcome !== 'stored') return stored
  const submitted = await insertVersion(deps, key, viewer.id, { ...given, files: stored.files }).catch(
    (error: unknown) => {
      // The lesson or the account was deleted while the files were being stored.
      if (isForeignKeyViolation(error)) return refused('not-found')
      throw error
    },
  )
  if (submitted.outcome !== 'inserted') {
    await release(deps, stored.files)
    return submitted
  }
  const [submission] = await presentAll(deps, [submitted.row])
  if (!submission) throw new Error('The new submission was not presented')
  return { outcome: 'handed-in', submission }
}

async function checkAll(
  { database }: AssessmentDeps,
  courseId: string,
  userId: string,
  files: readonly File[],
): Promise<{ outcome: 'checked'; files: CheckedDocument[] } | InvalidInput> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > 0) {
    const used = { bytes: sql<string>`coalesce(sum(${submissionFiles.bytes}), 0)::text` }
    const [mine] = await database.query.select(used).from(submissionFiles).where(eq(submissionFiles.userId, userId))
    const [all] = await database.query.select(used).from(submissionFiles).where(eq(submissionFiles.courseId, courseId))
    if (Number(mine?.bytes) + bytes > bytesPerStudent)
      return invalidInput({ files: 'Ruang berkas tugasmu (500 MB) sudah penuh. Kirim tautan saja, ya.' })
    if (Number(all?.bytes) + bytes > bytesPerCourse)
      return invalidInput({ files: 'Ruang berkas kelas ini sudah penuh. Kirim tautan saja, ya.' })
  }
  const checked: CheckedDocument[] = []
  const errors: Record<string, string> = {}
  // One at a time, because a file is read as a whole.
  for (const [index, file] of files.entries()) {
    const outcome = await checkDocument(file, submissionRules)
    if ('error' in outcome) errors[`files.${index}`] = outcome.error
    else checked.push(outcome)
  }
  return Object.keys(errors).length > 0 ? invalidInput(errors) : { outcome: 'checked', files: checked }
}

async function storeAll(
  deps: AssessmentDeps,
  files: readonly CheckedDocument[],
  userId: string,
): Promise<{ outcome: 'stored'; files: StoredFile[] } | InvalidInput> {
  const stored: StoredFile[] = []
  for (const { name, contentType, bytes } of files) {
    const id = await deps.media.addDocument({ bytes, contentType, createdBy: userId })
    if (id === null) {
      await release(deps, stored)
      return invalidInput({ files: 'Ruang penyimpanan server sedang penuh. Kirim tautan saja, atau coba lagi nanti.' })
    }
    stored.push({ id, name, bytes: bytes.length })
  }
  return { outcome: 'stored', files: stored }
}

const release = ({ database, media }: AssessmentDeps, files: readonly StoredFile[]): Promise<void> =>
  media.release(
    database.query,
    files.map(({ id }) => id),
  )

type NewVersion = Omit<HandIn, 'files'> & { files: readonly StoredFile[] }

async function insertVersion(
  { database, clock }: AssessmentDeps,
  key: LessonKey,
  userId: string,
  { text, link, files }: NewVersion,
): Promise<{ outcome: 'inserted'; row: SubmissionRow } | Accepted> {
  return database.transaction(async (tx) => {
    await lockUntilCommit(tx, `hand-in ${userId} ${key.lessonId}`)
    // Locked, so that a review that is being saved ends first.
    const [newest] = await listVersions(tx, { userId, lessonId: key.lessonId }, { lock: true })
    if (newest?.status === 'accepted') return refused('already-accepted')
    if (newest?.status === 'waiting')
      await tx.update(submissions).set({ status: 'replaced' }).where(eq(submissions.id, newest.id))
    const [inserted] = await tx
      .insert(submissions)
      .values({
        id: newId(),
        userId,
        ...key,
        number: (newest?.number ?? 0) + 1,
        status: 'waiting',
        text,
        link,
        submittedAt: clock.now(),
      })
      .returning()
    if (!inserted) throw new Error('The new submission was not returned')
    const { courseId } = key
    if (files.length > 0)
      await tx
        .insert(submissionFiles)
        .values(files.map((file, position) => ({ ...file, submissionId: inserted.id, userId, courseId, position })))
    return { outcome: 'inserted', row: inserted }
  })
}
