import { isFree } from '#contract/kit/money.ts'
import type { LearningDeps } from '#server/learning/deps.ts'
import { courseNotFound } from '#server/learning/messages.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { enroll } from './enroll.ts'

/** 'Mulai Belajar' on a free course. Idempotent. */
export async function enrollFree(
  deps: LearningDeps,
  userId: string,
  courseId: string,
): Promise<{ outcome: 'enrolled' } | { outcome: 'not-found'; message: string } | Refusal<'not-free' | 'empty-item'>> {
  const started = await deps.database.transaction(async (tx) => {
    const course = await deps.catalog.findCourse(courseId, tx)
    if (course?.status !== 'published' || course.priceIdr === null)
      return { outcome: 'not-found', message: courseNotFound } as const
    if (!isFree({ price: course.priceIdr, discount: course.discountPercent })) return refused('not-free')
    if (course.lessonCount === 0) return refused('empty-item')
    await enroll(tx, deps, { userId, courseId, sourceRef: 'free' })
    return { outcome: 'enrolled' } as const
  })
  // It had a price when it was ordered: nobody pays for what is free.
  if (started.outcome === 'enrolled') await deps.cancelOrder(userId, courseId)
  return started
}
