import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { hourMs } from '#contract/kit/durations.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { NotificationsDeps } from './deps.ts'
import type { KindData } from './kinds.ts'
import { broadcast } from './notify.ts'
import { broadcasts } from './tables.ts'
import { change, withdraw } from './taken-back.ts'

/** Lessons that are added within this time are one notification. Mails and digests wait for it. */
const collectedForMs = hourMs

type NewLesson = { data: Omit<KindData['new-lessons'], 'count'>; actorId: string }

/** Tells the students of a course of a new lesson. The caller has locked the course. */
export async function tellNewLesson(tx: Tx, deps: NotificationsDeps, { data, actorId }: NewLesson): Promise<void> {
  const isUntold = and(gt(broadcasts.dueAt, deps.clock.now()), isNull(broadcasts.toldUpTo))
  const [before] = await tx
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.courseId, data.courseId), eq(broadcasts.kind, 'new-lessons'), isUntold))
    .orderBy(desc(broadcasts.createdAt))
    .limit(1)
  if (!before) {
    await broadcast(tx, deps, {
      kind: 'new-lessons',
      data: { ...data, count: 1 },
      courseId: data.courseId,
      actorId,
      to: 'all',
      delayMs: collectedForMs,
    })
    return
  }
  const first = before.data as KindData['new-lessons']
  await tx
    .update(broadcasts)
    .set({ data: { ...first, count: first.count + 1 } })
    .where(eq(broadcasts.id, before.id))
}

type Withdrawn = {
  courseId: string
  lessonId: string
  /** When students began to see it; null for a draft, which is withdrawn already. */
  addedAt: Date | null
  next: Pick<KindData['new-lessons'], 'lessonId' | 'lessonTitle'> | null
}

/**
 * A lesson that was told of is a draft again, or deleted: the lists do not name it any more. Of several lessons that were told of together,
 * `next` is named instead, and they are one less.
 */
export async function withdrawLesson(
  tx: Tx,
  deps: NotificationsDeps,
  { courseId, lessonId, addedAt, next }: Withdrawn,
): Promise<void> {
  await withdraw(tx, deps, lessonId)
  const isNamed = sql`${broadcasts.data}->>'lessonId' = ${lessonId}`
  const wasCollected =
    addedAt &&
    and(
      sql`(${broadcasts.data}->>'count')::integer > 1`,
      lte(broadcasts.createdAt, addedAt),
      gt(broadcasts.dueAt, addedAt),
    )
  const rows = await tx
    .select({ id: broadcasts.id, data: broadcasts.data })
    .from(broadcasts)
    .where(
      and(
        eq(broadcasts.courseId, courseId),
        eq(broadcasts.kind, 'new-lessons'),
        or(isNamed, wasCollected ?? undefined),
      ),
    )
    .for('update')
  for (const { id, data } of rows) {
    const told = data as KindData['new-lessons']
    const count = told.count - 1
    if (told.lessonId !== lessonId) await change(tx, deps, [id], { count })
    else if (count === 0 || !next) await withdraw(tx, deps, id)
    else await change(tx, deps, [id], { ...next, count })
  }
}
