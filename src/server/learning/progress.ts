import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Progress } from '#contract/learning.ts'
import type { Catalog, ContentRow } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Queryable, Transaction } from '#server/database/index.ts'
import { findEnrollment, type Enrollment } from './enroll.ts'
import { completions, enrollments } from './tables.ts'

/** Spec §2: completed lessons over all lessons, rounded. A course without lessons stands at 0. */
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
  { database, catalog, clock }: Deps,
  change: ProgressChange,
  { userId, courseId, contentId }: { userId: string; courseId: string; contentId: string },
): Promise<Progress | 'not-enrolled' | 'no-such-content'> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    if (!(await findEnrollment(tx, userId, courseId))) return 'not-enrolled'
    const contents = await catalog.listContents(courseId, tx)
    if (!contents.some((content) => content.id === contentId)) return 'no-such-content'
    if (change === 'completed') await tx.insert(completions).values({ userId, courseId, contentId, completedAt: now }).onConflictDoNothing()
    if (change === 'uncompleted') await tx.delete(completions).where(and(eq(completions.userId, userId), eq(completions.contentId, contentId)))
    const [enrollment] = await tx
      .update(enrollments)
      .set({ lastContentId: contentId, lastAccessedAt: now })
      .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
      .returning()
    if (!enrollment) return 'not-enrolled'
    const progress = await readProgress(tx, enrollment, contents)
    const isFinished = contents.length > 0 && progress.completedContentIds.length === contents.length
    if (change === 'uncompleted') await noteFinish(tx, enrollment, null)
    else if (change === 'completed' && isFinished) await noteFinish(tx, enrollment, enrollment.finishedAt ?? now)
    return progress
  })
}

/** A finish survives lessons added later; only the student's own mark, taken back, undoes it. */
async function noteFinish(tx: Transaction, { userId, courseId }: Enrollment, finishedAt: Date | null): Promise<void> {
  await tx
    .update(enrollments)
    .set({ finishedAt })
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
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
