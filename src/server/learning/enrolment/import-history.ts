import { sql } from 'drizzle-orm'
import type { Catalog } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Grant } from './enroll.ts'
import { completions, enrollments, completionChanges } from '#server/learning/tables.ts'

/** A student's progress in a course from before the import. */
export type ImportedStudy = Grant & {
  grantedAt: Date
  completed: readonly { lessonId: string; completedAt: Date }[]
  isFinished: boolean
}

/** A statement has at most 65,535 parameters. */
const rowsAtOnce = 10_000

/** Imports enrolments with progress in bulk, each student and course at most once. Existing access stays unchanged and only gets the completions. */
export async function importHistory(
  tx: Tx,
  { catalog }: { catalog: Catalog },
  studies: readonly ImportedStudy[],
): Promise<void> {
  if (studies.length === 0) return
  const granted = await tx
    .insert(enrollments)
    .values(
      studies.map(({ userId, courseId, sourceRef, grantedAt, ...study }) => ({
        userId,
        courseId,
        sourceRef,
        grantedAt,
        ...progressColumns(study),
      })),
    )
    .onConflictDoUpdate({
      target: [enrollments.userId, enrollments.courseId],
      set: {
        lastAccessedAt: sql`excluded.last_accessed_at`,
        lastLessonId: sql`excluded.last_content_id`,
        finishedAt: sql`excluded.finished_at`,
      },
    })
    .returning({ courseId: enrollments.courseId, isNew: sql<boolean>`xmax = 0` })
  const lessons = studies.flatMap(({ userId, courseId, completed }) =>
    completed.map((lesson) => ({ userId, courseId, ...lesson })),
  )
  for (let from = 0; from < lessons.length; from += rowsAtOnce) {
    const rows = lessons.slice(from, from + rowsAtOnce)
    await tx.insert(completions).values(rows).onConflictDoNothing()
    const changes = rows.map(({ completedAt, ...lesson }) => ({ ...lesson, completed: true, markedAt: completedAt }))
    await tx.insert(completionChanges).values(changes).onConflictDoNothing()
  }
  const newEnrollments = Map.groupBy(
    granted.filter(({ isNew }) => isNew),
    ({ courseId }) => courseId,
  )
  for (const [courseId, rows] of newEnrollments)
    await catalog.adjustStudentCount(tx, { courseId, difference: rows.length })
}

function progressColumns({ completed, isFinished }: Pick<ImportedStudy, 'completed' | 'isFinished'>) {
  const last = completed.at(-1)
  return {
    lastLessonId: last?.lessonId ?? null,
    lastAccessedAt: last?.completedAt ?? null,
    finishedAt: isFinished ? (last?.completedAt ?? null) : null,
  }
}
