import { and, eq, gt, sql } from 'drizzle-orm'
import type { LessonPosition } from '#contract/learning/lesson-position.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Tx } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { findEnrollment } from '#server/learning/enrolment/enroll.ts'
import { lessonPositions, neverNoted } from '#server/learning/tables.ts'

type EnrollmentKey = { userId: string; courseId: string }

/** The student's position in each lesson of a course, by lesson id. */
export async function readPositions(
  queryable: Queryable,
  { userId, courseId }: EnrollmentKey,
): Promise<Record<string, LessonPosition>> {
  const rows = await queryable
    .select()
    .from(lessonPositions)
    .where(
      and(
        eq(lessonPositions.userId, userId),
        eq(lessonPositions.courseId, courseId),
        gt(lessonPositions.notedAt, neverNoted),
      ),
    )
  return Object.fromEntries(
    rows.map(({ lessonId, reached, notedAt }) => [lessonId, { reached, notedAt: notedAt.toISOString() }]),
  )
}

/** Stores that a student has a lesson open, for the figures of its course. */
export async function noteOpening(
  tx: Tx,
  key: EnrollmentKey & { lessonId: string },
  { now }: { now: Date },
): Promise<void> {
  await tx
    .insert(lessonPositions)
    .values({ ...key, reached: 0, notedAt: neverNoted, openedAt: now })
    .onConflictDoUpdate({ target: [lessonPositions.userId, lessonPositions.lessonId], set: { openedAt: now } })
}

type Deps = { database: Database; catalog: Catalog; clock: Clock }

/** Stores a position unless a later one is stored. A time in the future counts as now. */
export async function savePosition(
  { database, catalog, clock }: Deps,
  { userId, courseId, lessonId }: EnrollmentKey & { lessonId: string },
  { reached, notedAt }: LessonPosition,
): Promise<{ outcome: 'saved' } | Refusal<'not-enrolled' | 'not-found'>> {
  return database.transaction(async (tx) => {
    if (!(await findEnrollment(tx, userId, courseId))) return refused('not-enrolled')
    if (!(await catalog.hasLesson(tx, { courseId, lessonId }))) return refused('not-found')
    const instant = new Date(Math.min(clock.now().getTime(), new Date(notedAt).getTime()))
    await tx
      .insert(lessonPositions)
      .values({ userId, courseId, lessonId, reached, notedAt: instant })
      .onConflictDoUpdate({
        target: [lessonPositions.userId, lessonPositions.lessonId],
        set: { reached, notedAt: instant },
        // The same order as laterPosition in the contract.
        setWhere: sql`(${lessonPositions.notedAt}, ${lessonPositions.reached}) < (excluded.noted_at, excluded.reached)`,
      })
    return { outcome: 'saved' }
  })
}
