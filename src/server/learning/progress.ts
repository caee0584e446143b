import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Progress } from '#contract/learning.ts'
import { mergeCompletionChanges, type CompletionChange, type CompletionChanges } from '#contract/completion-changes.ts'
import type { Catalog, LessonRow } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Queryable, Tx } from '#server/database/index.ts'
import type { EmitEvent } from '#server/webhooks/index.ts'
import type { Enrollment } from './enroll.ts'
import { applyCompletionChanges, momentAfter, readCompletionChanges } from './completion-changes.ts'
import { completions, enrollments } from './tables.ts'

/** Completed lessons over all lessons, rounded. 0 for a course without lessons. */
export function percentOf(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed / total) * 100)
}

/** How far a student is. Lessons that no longer exist do not count. */
export async function readProgress(queryable: Queryable, enrollment: Enrollment, contents: readonly LessonRow[]): Promise<Progress> {
  const rows = await queryable
    .select({ contentId: completions.contentId })
    .from(completions)
    .where(and(eq(completions.userId, enrollment.userId), eq(completions.courseId, enrollment.courseId)))
  const completed = new Set(rows.map((row) => row.contentId))
  const completedContentIds = contents.filter((content) => completed.has(content.id)).map((content) => content.id)
  return { percent: percentOf(completedContentIds.length, contents.length), completedContentIds, lastContentId: enrollment.lastContentId }
}

type Deps = { database: Database; catalog: Catalog; clock: Clock; emitEvent: EmitEvent }
export type ProgressChange = 'opened' | 'completed' | 'uncompleted'

/** Records an action of a student on a lesson. Idempotent. */
export async function recordProgress(
  deps: Deps,
  change: ProgressChange,
  { userId, courseId, contentId }: { userId: string; courseId: string; contentId: string },
): Promise<Progress | 'not-enrolled' | 'no-such-content'> {
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const key = { userId, courseId }
    if (!(await lockEnrollment(tx, key))) return 'not-enrolled'
    const contents = await deps.catalog.listLessons(courseId, tx)
    if (!contents.some((content) => content.id === contentId)) return 'no-such-content'
    const before = (await readCompletionChanges(tx, key))[contentId]
    const completed = change === 'completed'
    const isChange = change !== 'opened' && (before?.completed ?? false) !== completed
    const uncompleted = isChange && (await applyCompletionChanges(tx, key, { [contentId]: { completed, markedAt: momentAfter(before, now) } }))
    return saveProgress(tx, deps, key, contents, { lastContentId: contentId, lastAccessedAt: now }, { uncompleted, now })
  })
}

/** Applies changes that were queued offline. Changes of lessons that no longer exist are ignored, and a time in the future counts as now. */
export async function applyQueuedChanges(
  deps: Deps,
  key: EnrollmentKey,
  queued: readonly (CompletionChange & { contentId: string })[],
): Promise<Progress | 'not-enrolled'> {
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const enrollment = await lockEnrollment(tx, key)
    if (!enrollment) return 'not-enrolled'
    const contents = await deps.catalog.listLessons(key.courseId, tx)
    const known = queued.filter(({ contentId }) => contents.some((content) => content.id === contentId))
    const changes = known.map(({ contentId, completed, markedAt }) => ({ [contentId]: { completed, markedAt: notLaterThan(now, markedAt) } }))
    const merged = changes.reduce<CompletionChanges>(mergeCompletionChanges, {})
    const uncompleted = await applyCompletionChanges(tx, key, merged)
    const times = [enrollment.lastAccessedAt?.getTime() ?? 0, ...Object.values(merged).map(({ markedAt }) => new Date(markedAt).getTime())]
    const latest = Math.max(...times)
    return saveProgress(tx, deps, key, contents, { lastAccessedAt: latest ? new Date(latest) : null }, { uncompleted, now })
  })
}

const notLaterThan = (now: Date, moment: string): string => new Date(Math.min(now.getTime(), new Date(moment).getTime())).toISOString()

type EnrollmentKey = { userId: string; courseId: string }
const matchesEnrollment = ({ userId, courseId }: EnrollmentKey) => and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))

/** The active enrolment, locked so that concurrent changes of one student's progress run one after the other. */
async function lockEnrollment(tx: Tx, key: EnrollmentKey): Promise<Enrollment | null> {
  const [row] = await tx
    .select()
    .from(enrollments)
    .where(and(matchesEnrollment(key), isNull(enrollments.revokedAt)))
    .for('update')
  return row ?? null
}

/** Updates the enrolment. A finished course stays finished when lessons are added later; only uncompleting a lesson resets it. */
async function saveProgress(
  tx: Tx,
  { emitEvent }: Deps,
  key: EnrollmentKey,
  contents: readonly LessonRow[],
  position: Partial<Pick<Enrollment, 'lastContentId' | 'lastAccessedAt'>>,
  { uncompleted, now }: { uncompleted: boolean; now: Date },
): Promise<Progress> {
  const [enrollment] = await tx.update(enrollments).set(position).where(matchesEnrollment(key)).returning()
  if (!enrollment) throw new Error('The locked enrolment does not exist')
  const progress = await readProgress(tx, enrollment, contents)
  const isFinished = contents.length > 0 && progress.completedContentIds.length === contents.length
  if (isFinished && !enrollment.finishedAt) {
    await tx.update(enrollments).set({ finishedAt: now }).where(matchesEnrollment(key))
    await emitEvent(tx, { type: 'course.finished', data: { studentId: key.userId, courseId: key.courseId } })
  }
  if (!isFinished && uncompleted) await tx.update(enrollments).set({ finishedAt: null }).where(matchesEnrollment(key))
  return progress
}

/** Everything a student may study, last opened first. */
export async function listEnrollments(queryable: Queryable, userId: string): Promise<{ enrollment: Enrollment; completedContentIds: string[] }[]> {
  const mine = await queryable
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), isNull(enrollments.revokedAt)))
    .orderBy(desc(enrollments.lastAccessedAt), desc(enrollments.grantedAt))
  const done = await queryable.select().from(completions).where(eq(completions.userId, userId))
  return mine
    .map((enrollment) => ({
      enrollment,
      completedContentIds: done.filter((row) => row.courseId === enrollment.courseId).map((row) => row.contentId),
    }))
    .sort((a, b) => lastTouched(b.enrollment) - lastTouched(a.enrollment))
}

const lastTouched = ({ lastAccessedAt, grantedAt }: Enrollment): number => (lastAccessedAt ?? grantedAt).getTime()
