import type { Progress } from '#contract/learning/learning.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import { findEnrollment, type EnrollmentKey } from '#server/learning/enrolment/enroll.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { readProgress } from '#server/learning/read-progress.ts'

type Deps = { database: Database; catalog: Catalog }

export async function showProgress(
  { database, catalog }: Deps,
  userId: string,
  courseId: string,
): Promise<{ outcome: 'shown'; progress: Progress } | Refusal<'not-enrolled'>> {
  const enrollment = await findEnrollment(database.query, userId, courseId)
  if (!enrollment) return refused('not-enrolled')
  return {
    outcome: 'shown',
    progress: await readProgress(database.query, enrollment, await catalog.listLessonSummaries(courseId)),
  }
}

/** How much of a course a student has done, 0 to 100; 0 without access. */
export async function readPercent(
  tx: Tx,
  { catalog }: Pick<Deps, 'catalog'>,
  { userId, courseId }: EnrollmentKey,
): Promise<number> {
  const enrollment = await findEnrollment(tx, userId, courseId)
  return enrollment ? (await readProgress(tx, enrollment, await catalog.listLessonSummaries(courseId, tx))).percent : 0
}
