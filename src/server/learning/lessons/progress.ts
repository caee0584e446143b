import { and, desc, eq, isNull } from 'drizzle-orm'
import { isByResult } from '#contract/catalog/course-rules.ts'
import type { Progress } from '#contract/learning/learning.ts'
import {
  mergeCompletionChanges,
  type CompletionChange,
  type CompletionChanges,
} from '#contract/learning/completion-changes.ts'
import { canManageCourse, type LessonSummaryRow, type StudyPlan } from '#server/catalog/index.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { CertificateDeps } from '#server/learning/certificates/deps.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import {
  lockEnrollmentForUpdate,
  type EnrollmentInGroup,
  type EnrollmentKey,
} from '#server/learning/enrolment/enroll.ts'
import type { Enrollment } from '#server/learning/memberships.ts'
import { readProgress } from '#server/learning/read-progress.ts'
import { writeCompletionChanges, timeAfter, readCompletionChanges } from './completion-changes.ts'
import { saveFinish } from './finish.ts'
import { lessonClosed, lessonClosure, type LessonClosed } from './lesson-closure.ts'
import { noteOpening } from './positions.ts'
import { completions, enrollments } from '#server/learning/tables.ts'

type Deps = CertificateDeps
type Student = Pick<Viewer, 'id' | 'role'>
type StudiedLesson = { student: Student; courseId: string; lessonId: string }

type Recorded = { outcome: 'recorded'; progress: Progress } | LessonClosed | Refusal<'not-enrolled'>
/** A change by hand of a lesson that is completed by its result. */
type CompletedByResult = { outcome: 'completed-by-result' | 'not-passed'; data: { contentId: string } }

/** Why a lesson may not be changed by hand; null when it may. Completing a passed exercise again changes nothing. */
function rejectByHand(
  { id, type }: LessonSummaryRow,
  completes: boolean,
  isCompleted: boolean,
): CompletedByResult | null {
  if (!isByResult(type) || (type === 'code' && completes && isCompleted)) return null
  return { outcome: type === 'code' && completes ? 'not-passed' : 'completed-by-result', data: { contentId: id } }
}

/** Records that a student opened a lesson. Idempotent. */
export const recordOpened = (deps: Deps, lesson: StudiedLesson) => record<never>(deps, lesson, 'opened', () => null)

/** Records that a student completed a lesson, or takes that back. Idempotent. */
export const recordCompletion = (deps: Deps, lesson: StudiedLesson, change: 'completed' | 'uncompleted') =>
  record(deps, lesson, change, (summary, isCompleted) => rejectByHand(summary, change === 'completed', isCompleted))

async function record<Rejected>(
  deps: Deps,
  { student, courseId, lessonId }: StudiedLesson,
  change: 'opened' | 'completed' | 'uncompleted',
  reject: (lesson: LessonSummaryRow, isCompleted: boolean) => Rejected | null,
): Promise<Recorded | Rejected | Refusal<'not-found'>> {
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const key = { userId: student.id, courseId }
    const enrollment = await lockEnrollmentForUpdate(tx, key)
    if (!enrollment) return refused('not-enrolled')
    const plan = await deps.catalog.readStudyPlan(tx, courseId)
    const lesson = plan.lessons.find((lesson) => lesson.id === lessonId)
    if (!lesson) return refused('not-found')
    const known = await readCompletionChanges(tx, key)
    const rejected = reject(lesson, known[lessonId]?.completed ?? false)
    if (rejected) return rejected
    const touched = new Set(change === 'uncompleted' || known[lessonId]?.completed ? [] : [lessonId])
    const closed = firstClosed(plan, { student, enrollment, now }, touched, known)
    if (closed) return closed
    if (change === 'opened') await noteOpening(tx, { ...key, lessonId }, { now })
    const before = known[lessonId]
    const completed = change === 'completed'
    const isChange = change !== 'opened' && (before?.completed ?? false) !== completed
    const uncompleted =
      isChange &&
      (await writeCompletionChanges(tx, key, {
        known,
        incoming: { [lessonId]: { completed, markedAt: timeAfter(before, now) } },
      }))
    const progress = await saveProgress(tx, deps, {
      key,
      lessons: plan.lessons,
      position: { lastLessonId: lessonId, lastAccessedAt: now },
      uncompleted,
      now,
    })
    return { outcome: 'recorded', progress }
  })
}

/**
 * Applies changes that were queued offline. Changes of lessons that no longer exist are ignored, and a time in the future counts as now.
 * Those of a lesson that is a draft at this moment are stored, and count once it is published.
 * A lesson that would be completed while it is closed, or that is completed by its result, rejects all changes and is named, so that the caller can send the others again.
 */
export async function applyCompletionChanges(
  deps: Deps,
  { student, courseId }: { student: Student; courseId: string },
  queued: readonly (CompletionChange & { lessonId: string })[],
): Promise<Recorded | CompletedByResult> {
  const now = deps.clock.now()
  const key = { userId: student.id, courseId }
  return deps.database.transaction(async (tx) => {
    const enrollment = await lockEnrollmentForUpdate(tx, key)
    if (!enrollment) return refused('not-enrolled')
    const plan = await deps.catalog.readStudyPlan(tx, courseId)
    const byHand = plan.drafts.filter(({ type }) => !isByResult(type))
    const kept = new Set([...plan.lessons, ...byHand].map(({ id }) => id))
    const existing = queued.filter(({ lessonId }) => kept.has(lessonId))
    const known = await readCompletionChanges(tx, key)
    for (const { lessonId, completed } of existing) {
      const lesson = plan.lessons.find(({ id }) => id === lessonId)
      const rejected = lesson && rejectByHand(lesson, completed, known[lessonId]?.completed ?? false)
      if (rejected) return rejected
    }
    const changes = existing.map(({ lessonId, completed, markedAt }) => ({
      [lessonId]: { completed, markedAt: notLaterThan(now, markedAt) },
    }))
    const merged = changes.reduce<CompletionChanges>(mergeCompletionChanges, {})
    const after = mergeCompletionChanges(known, merged)
    const touched = new Set(Object.keys(merged).filter((id) => after[id]?.completed && !known[id]?.completed))
    const closed = firstClosed(plan, { student, enrollment, now }, touched, after)
    if (closed) return closed
    const uncompleted = await writeCompletionChanges(tx, key, { known, incoming: merged })
    const times = [
      enrollment.lastAccessedAt?.getTime() ?? 0,
      ...Object.values(merged).map(({ markedAt }) => new Date(markedAt).getTime()),
    ]
    const latest = Math.max(...times)
    const position = { lastAccessedAt: latest ? new Date(latest) : null }
    return {
      outcome: 'recorded',
      progress: await saveProgress(tx, deps, { key, lessons: plan.lessons, position, uncompleted, now }),
    }
  })
}

type StudyState = { student: Student; enrollment: EnrollmentInGroup; now: Date }

/**
 * The first lesson that these changes would open or newly complete, although it stays closed to the student after all of them. Nothing is
 * closed to the staff of the course.
 */
function firstClosed(
  { lessons, ...course }: StudyPlan,
  { student, enrollment, now }: StudyState,
  touched: ReadonlySet<string>,
  after: CompletionChanges,
): LessonClosed | null {
  if (canManageCourse(student, course, 'teach')) return null
  for (const [index, lesson] of lessons.entries()) {
    if (!touched.has(lesson.id)) continue
    // Completing a lesson does not open it.
    const isCompleted = (id: string) => id !== lesson.id && after[id]?.completed === true
    const closure = lessonClosure(lesson, lessons[index - 1]?.id ?? null, {
      course,
      right: enrollment,
      now,
      isCompleted,
    })
    if (closure) return lessonClosed(lesson.id, closure)
  }
  return null
}

const notLaterThan = (now: Date, instant: string): string =>
  new Date(Math.min(now.getTime(), new Date(instant).getTime())).toISOString()

const matchesEnrollment = ({ userId, courseId }: EnrollmentKey) =>
  and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))

/** Updates the enrolment: its position, and whether the course is finished. */
export async function saveProgress(
  tx: Tx,
  deps: Deps,
  {
    key,
    lessons,
    position,
    uncompleted,
    now,
  }: {
    key: EnrollmentKey
    lessons: readonly LessonSummaryRow[]
    position: Partial<Pick<Enrollment, 'lastLessonId' | 'lastAccessedAt'>>
    uncompleted: boolean
    now: Date
  },
): Promise<Progress> {
  const [enrollment] = await tx.update(enrollments).set(position).where(matchesEnrollment(key)).returning()
  if (!enrollment) throw new Error('The locked enrolment does not exist')
  const progress = await readProgress(tx, enrollment, lessons)
  const completed = new Set(progress.completedContentIds)
  await saveFinish(tx, deps, { enrollment, lessons, completed, uncompleted, now })
  return progress
}

/** Everything a student may study, last opened first. */
export async function listEnrollments(
  queryable: Queryable,
  userId: string,
): Promise<{ enrollment: Enrollment; completedLessonIds: string[] }[]> {
  const mine = await queryable
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), isNull(enrollments.revokedAt)))
    .orderBy(desc(enrollments.lastAccessedAt), desc(enrollments.grantedAt))
  const done = await queryable.select().from(completions).where(eq(completions.userId, userId))
  return mine
    .map((enrollment) => ({
      enrollment,
      completedLessonIds: done.filter((row) => row.courseId === enrollment.courseId).map((row) => row.lessonId),
    }))
    .sort((a, b) => lastTouched(b.enrollment) - lastTouched(a.enrollment))
}

const lastTouched = ({ lastAccessedAt, grantedAt }: Enrollment): number => (lastAccessedAt ?? grantedAt).getTime()
