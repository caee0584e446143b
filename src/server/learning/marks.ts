import { and, eq } from 'drizzle-orm'
import { laterMark, type Mark, type Marks } from '#contract/marks.ts'
import type { Queryable, Transaction } from '#server/database/index.ts'
import { completions, lessonMarks } from './tables.ts'

type Place = { userId: string; courseId: string }

/** What the student last said about each lesson of a course. */
export async function readMarks(queryable: Queryable, { userId, courseId }: Place): Promise<Marks> {
  const rows = await queryable
    .select()
    .from(lessonMarks)
    .where(and(eq(lessonMarks.userId, userId), eq(lessonMarks.courseId, courseId)))
  return Object.fromEntries(rows.map((row) => [row.contentId, { completed: row.completed, markedAt: row.markedAt.toISOString() }]))
}

/** Takes in marks in any order and however often. True when a completed lesson was taken back. The enrolment must be locked. */
export async function takeInMarks(tx: Transaction, place: Place, incoming: Marks): Promise<boolean> {
  const known = await readMarks(tx, place)
  const changed = Object.entries(incoming).filter(([contentId, mark]) => {
    const before = known[contentId]
    return !before || laterMark(before, mark) !== before
  })
  for (const [contentId, mark] of changed) await writeMark(tx, place, contentId, mark)
  return changed.some(([contentId, mark]) => !mark.completed && known[contentId]?.completed)
}

/** A moment after everything said before about this lesson: what is said directly, now, always counts. */
export function momentAfter(before: Mark | undefined, now: Date): string {
  const earliest = before ? new Date(before.markedAt).getTime() + 1 : 0
  return new Date(Math.max(now.getTime(), earliest)).toISOString()
}

async function writeMark(tx: Transaction, place: Place, contentId: string, { completed, markedAt }: Mark): Promise<void> {
  const moment = new Date(markedAt)
  await tx
    .insert(lessonMarks)
    .values({ ...place, contentId, completed, markedAt: moment })
    .onConflictDoUpdate({ target: [lessonMarks.userId, lessonMarks.contentId], set: { completed, markedAt: moment } })
  if (completed)
    await tx
      .insert(completions)
      .values({ ...place, contentId, completedAt: moment })
      .onConflictDoNothing()
  else await tx.delete(completions).where(and(eq(completions.userId, place.userId), eq(completions.contentId, contentId)))
}
