import { and, eq } from 'drizzle-orm'
import { laterChange, type CompletionChange, type CompletionChanges } from '#contract/learning/completion-changes.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { EnrollmentKey } from '#server/learning/enrolment/enroll.ts'
import { completions, completionChanges } from '#server/learning/tables.ts'

/** The latest completion change of each lesson of a course. */
export async function readCompletionChanges(
  queryable: Queryable,
  { userId, courseId }: EnrollmentKey,
): Promise<CompletionChanges> {
  const rows = await queryable
    .select()
    .from(completionChanges)
    .where(and(eq(completionChanges.userId, userId), eq(completionChanges.courseId, courseId)))
  return Object.fromEntries(
    rows.map((row) => [row.lessonId, { completed: row.completed, markedAt: row.markedAt.toISOString() }]),
  )
}

/**
 * Writes changes that came in any order, idempotently. `known` are the stored ones. True when a completed lesson became uncompleted. The caller
 * must hold the enrolment's lock.
 */
export async function writeCompletionChanges(
  tx: Tx,
  key: EnrollmentKey,
  { known, incoming }: { known: CompletionChanges; incoming: CompletionChanges },
): Promise<boolean> {
  const changed = Object.entries(incoming).filter(([lessonId, change]) => {
    const before = known[lessonId]
    return !before || laterChange(before, change) !== before
  })
  for (const [lessonId, change] of changed) await writeChange(tx, key, lessonId, change)
  return changed.some(([lessonId, change]) => !change.completed && known[lessonId]?.completed)
}

/** A time after the stored change of this lesson, so that an online change always wins, even over one from a clock that runs ahead. */
export function timeAfter(before: CompletionChange | undefined, now: Date): string {
  const earliest = before ? new Date(before.markedAt).getTime() + 1 : 0
  return new Date(Math.max(now.getTime(), earliest)).toISOString()
}

async function writeChange(
  tx: Tx,
  key: EnrollmentKey,
  lessonId: string,
  { completed, markedAt }: CompletionChange,
): Promise<void> {
  const instant = new Date(markedAt)
  await tx
    .insert(completionChanges)
    .values({ ...key, lessonId, completed, markedAt: instant })
    .onConflictDoUpdate({
      target: [completionChanges.userId, completionChanges.lessonId],
      set: { completed, markedAt: instant },
    })
  if (completed)
    await tx
      .insert(completions)
      .values({ ...key, lessonId, completedAt: instant })
      .onConflictDoNothing()
  else await tx.delete(completions).where(and(eq(completions.userId, key.userId), eq(completions.lessonId, lessonId)))
}
