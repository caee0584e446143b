import { and, arrayContains, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { hourMs } from '#contract/kit/durations.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { NotificationsDeps } from './deps.ts'
import type { KindData } from './kinds.ts'
import { broadcast } from './notify.ts'
import { broadcastReads, broadcasts } from './tables.ts'
import { change, withdraw } from './withdraw.ts'

/** Lessons that are added within this time are one notification. Mails and digests wait for it. */
const collectedForMs = hourMs

type NewLessons = {
  course: { id: string; title: string }
  /** In order; the first one is named. */
  lessons: readonly { id: string; title: string }[]
  actorId: string
}

/** Notifies the students of a course of new lessons. The caller has locked the course. */
export async function tellNewLessons(
  tx: Tx,
  deps: NotificationsDeps,
  { course, lessons, actorId }: NewLessons,
): Promise<void> {
  const [lesson] = lessons
  if (!lesson) return
  const data = { courseId: course.id, courseTitle: course.title, lessonId: lesson.id, lessonTitle: lesson.title }
  const isUntold = and(gt(broadcasts.dueAt, deps.clock.now()), isNull(broadcasts.toldUpTo))
  const [before] = await tx
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.courseId, data.courseId), eq(broadcasts.kind, 'new-lessons'), isUntold))
    .orderBy(desc(broadcasts.createdAt))
    .limit(1)
  const { count, ...first } = (before?.data ?? { ...data, count: 0 }) as KindData['new-lessons']
  const told = { ...first, count: count + lessons.length }
  const id =
    before?.id ??
    (await broadcast(tx, deps, {
      kind: 'new-lessons',
      data: told,
      courseId: data.courseId,
      actorId,
      to: 'all',
      delayMs: collectedForMs,
    }))
  const lessonIds = [...(before?.lessonIds ?? []), ...lessons.map(({ id: lessonId }) => lessonId)]
  // Who read of the first ones has not read of these.
  if (before) await tx.delete(broadcastReads).where(eq(broadcastReads.broadcastId, id))
  // Also for those who enrolled since the first of them: a broadcast is for who had the course when it was made.
  await tx.update(broadcasts).set({ data: told, lessonIds, createdAt: deps.clock.now() }).where(eq(broadcasts.id, id))
}

type Withdrawn = {
  courseId: string
  lessonId: string
  /** The titles of those that students see. */
  titlesOf: (lessonIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/**
 * A lesson that was told of is a draft again, or deleted: the lists do not name it any more. Of several lessons that were told of together,
 * the first that is left is named, and they are one less. Returns whether students would still have been told of it elsewhere.
 */
export async function withdrawLesson(
  tx: Tx,
  deps: NotificationsDeps,
  { courseId, lessonId, titlesOf }: Withdrawn,
): Promise<{ wasUntold: boolean }> {
  await withdraw(tx, deps, lessonId)
  const tellsOfIt = or(
    arrayContains(broadcasts.lessonIds, [lessonId]),
    // Made by a version from before, while this one was installed.
    sql`${broadcasts.data}->>'lessonId' = ${lessonId}`,
  )
  const rows = await tx
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.courseId, courseId), eq(broadcasts.kind, 'new-lessons'), tellsOfIt))
    .for('update')
  for (const { id, lessonIds } of rows) {
    const titles = await titlesOf(lessonIds)
    const left = lessonIds.filter((other) => other !== lessonId && titles.has(other))
    const [next] = left
    if (next === undefined) {
      await withdraw(tx, deps, id)
      continue
    }
    await tx.update(broadcasts).set({ lessonIds: left }).where(eq(broadcasts.id, id))
    await change(tx, deps, {
      subjectIds: [id],
      changed: { lessonId: next, lessonTitle: titles.get(next), count: left.length },
    })
  }
  return { wasUntold: rows.some(({ dueAt, toldUpTo }) => dueAt !== null && toldUpTo === null) }
}
