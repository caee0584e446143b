import { sql } from 'drizzle-orm'
import type { Catalog } from '#server/catalog/index.ts'
import type { Transaction } from '#server/database/index.ts'
import type { Grant } from './enroll.ts'
import { completions, enrollments, lessonMarks } from './tables.ts'

/** How far somebody came in a course before it was here. */
export type PastStudy = Grant & { grantedAt: Date; completed: readonly { contentId: string; completedAt: Date }[]; isFinished: boolean }

/** Takes in many studies at once, each student and course once. Whoever has access already keeps it as it is and only gets the lessons. */
export async function takeInPast(tx: Transaction, catalog: Catalog, studies: readonly PastStudy[]): Promise<void> {
  if (studies.length === 0) return
  const granted = await tx
    .insert(enrollments)
    .values(studies.map(({ userId, courseId, sourceRef, grantedAt, ...study }) => ({ userId, courseId, sourceRef, grantedAt, ...standing(study) })))
    .onConflictDoUpdate({
      target: [enrollments.userId, enrollments.courseId],
      set: { lastAccessedAt: sql`excluded.last_accessed_at`, lastContentId: sql`excluded.last_content_id`, finishedAt: sql`excluded.finished_at` },
    })
    .returning({ courseId: enrollments.courseId, isNew: sql<boolean>`xmax = 0` })
  const lessons = studies.flatMap(({ userId, courseId, completed }) => completed.map((lesson) => ({ userId, courseId, ...lesson })))
  if (lessons.length > 0) {
    await tx.insert(completions).values(lessons).onConflictDoNothing()
    const marks = lessons.map(({ completedAt, ...lesson }) => ({ ...lesson, completed: true, markedAt: completedAt }))
    await tx.insert(lessonMarks).values(marks).onConflictDoNothing()
  }
  const newcomers = Map.groupBy(
    granted.filter(({ isNew }) => isNew),
    ({ courseId }) => courseId,
  )
  for (const [courseId, rows] of newcomers) await catalog.countStudents(tx, courseId, rows.length)
}

function standing({ completed, isFinished }: Pick<PastStudy, 'completed' | 'isFinished'>) {
  const last = completed.at(-1)
  return { lastContentId: last?.contentId ?? null, lastAccessedAt: last?.completedAt ?? null, finishedAt: isFinished ? (last?.completedAt ?? null) : null }
}
