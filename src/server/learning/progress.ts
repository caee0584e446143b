import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Progress } from '#contract/learning.ts'
import { mergeMarks, type Mark, type Marks } from '#contract/marks.ts'
import type { Catalog, ContentRow } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Queryable, Transaction } from '#server/database/index.ts'
import type { Enrollment } from './enroll.ts'
import { momentAfter, readMarks, takeInMarks } from './marks.ts'
import { completions, enrollments } from './tables.ts'

/** Completed lessons over all lessons, rounded. A course without lessons stands at 0. */
export function percentOf(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed / total) * 100)
}

/** How far a student is. Lessons that no longer exist do not count. */
export async function readProgress(queryable: Queryable, enrollment: Enrollment, contents: readonly ContentRow[]): Promise<Progress> {
  const rows = await queryable
    .select({ contentId: completions.contentId })
    .from(completions)
    .where(and(eq(completions.userId, enrollment.userId), eq(completions.courseId, enrollment.courseId)))
  const completed = new Set(rows.map((row) => row.contentId))
  const completedContentIds = contents.filter((content) => completed.has(content.id)).map((content) => content.id)
  return { percent: percentOf(completedContentIds.length, contents.length), completedContentIds, lastContentId: enrollment.lastContentId }
}

type Deps = { database: Database; catalog: Catalog; clock: Clock }
export type ProgressChange = 'opened' | 'completed' | 'uncompleted'

/** Records what a student did with a lesson, once however often it is said. Null: not enrolled, or no such lesson. */
export async function recordProgress(
  deps: Deps,
  change: ProgressChange,
  { userId, courseId, contentId }: { userId: string; courseId: string; contentId: string },
): Promise<Progress | 'not-enrolled' | 'no-such-content'> {
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const place = { userId, courseId }
    if (!(await lockEnrollment(tx, place))) return 'not-enrolled'
    const contents = await deps.catalog.listContents(courseId, tx)
    if (!contents.some((content) => content.id === contentId)) return 'no-such-content'
    const before = (await readMarks(tx, place))[contentId]
    const completed = change === 'completed'
    // Saying again what stands changes nothing.
    const says = change !== 'opened' && (before?.completed ?? false) !== completed
    const tookBack = says && (await takeInMarks(tx, place, { [contentId]: { completed, markedAt: momentAfter(before, now) } }))
    return noteProgress(tx, place, contents, { lastContentId: contentId, lastAccessedAt: now }, { tookBack, now })
  })
}

/** Takes in marks that were made without a connection. Lessons that no longer exist are passed over, and no mark is from the future. */
export async function mergeLateMarks(deps: Deps, place: Place, late: readonly (Mark & { contentId: string })[]): Promise<Progress | 'not-enrolled'> {
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const enrollment = await lockEnrollment(tx, place)
    if (!enrollment) return 'not-enrolled'
    const contents = await deps.catalog.listContents(place.courseId, tx)
    const known = late.filter(({ contentId }) => contents.some((content) => content.id === contentId))
    const marks = known.map(({ contentId, completed, markedAt }) => ({ [contentId]: { completed, markedAt: notLaterThan(now, markedAt) } }))
    const merged = marks.reduce<Marks>(mergeMarks, {})
    const tookBack = await takeInMarks(tx, place, merged)
    const times = [enrollment.lastAccessedAt?.getTime() ?? 0, ...Object.values(merged).map(({ markedAt }) => new Date(markedAt).getTime())]
    const latest = Math.max(...times)
    return noteProgress(tx, place, contents, { lastAccessedAt: latest ? new Date(latest) : null }, { tookBack, now })
  })
}

const notLaterThan = (now: Date, moment: string): string => new Date(Math.min(now.getTime(), new Date(moment).getTime())).toISOString()

type Place = { userId: string; courseId: string }
const ofPlace = ({ userId, courseId }: Place) => and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))

/** The standing enrolment, held so that what is said at the same time follows in turn. */
async function lockEnrollment(tx: Transaction, place: Place): Promise<Enrollment | null> {
  const [row] = await tx
    .select()
    .from(enrollments)
    .where(and(ofPlace(place), isNull(enrollments.revokedAt)))
    .for('update')
  return row ?? null
}

/** Writes where the student stands. A finish survives lessons added later; only the student's own mark, taken back, undoes it. */
async function noteProgress(
  tx: Transaction,
  place: Place,
  contents: readonly ContentRow[],
  position: Partial<Pick<Enrollment, 'lastContentId' | 'lastAccessedAt'>>,
  { tookBack, now }: { tookBack: boolean; now: Date },
): Promise<Progress> {
  const [enrollment] = await tx.update(enrollments).set(position).where(ofPlace(place)).returning()
  if (!enrollment) throw new Error('An enrolment that is locked is there')
  const progress = await readProgress(tx, enrollment, contents)
  const isFinished = contents.length > 0 && progress.completedContentIds.length === contents.length
  if (isFinished && !enrollment.finishedAt) await tx.update(enrollments).set({ finishedAt: now }).where(ofPlace(place))
  if (!isFinished && tookBack) await tx.update(enrollments).set({ finishedAt: null }).where(ofPlace(place))
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
