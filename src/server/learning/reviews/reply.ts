import { and, eq } from 'drizzle-orm'
import type { Audit } from '#server/platform/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { canManageCourse, type Viewer } from '#server/platform/http/index.ts'
import type { Notify } from '#server/notifications/index.ts'
import { reviews } from '#server/learning/tables.ts'
import type { ReviewRow } from './reviews.ts'

type Deps = { database: Database; catalog: Catalog; audit: Audit; clock: Clock; cacheTags: CacheTags; notify: Notify }

const excerptLength = 200

/** Stores the one public answer to a review, changes it, or (null) takes it back. Null: not a review of a course of this staff member. */
export async function replyToReview(
  { database, catalog, audit, clock, cacheTags, notify }: Deps,
  staff: Viewer,
  { courseId, reviewId }: { courseId: string; reviewId: string },
  text: string | null,
): Promise<ReviewRow | null> {
  const course = await catalog.findCourse(courseId)
  if (!course || !canManageCourse(staff, course.instructorId)) return null
  return database.transaction(async (tx) => {
    const ofCourse = and(eq(reviews.id, reviewId), eq(reviews.courseId, courseId))
    const [before] = await tx.select().from(reviews).where(ofCourse).for('update')
    if (!before) return null
    if (before.replyBody === text) return before
    const now = clock.now()
    const change =
      text === null
        ? { replyBody: null, replyBy: null, repliedAt: null, replyEditedAt: null }
        : before.replyBody === null
          ? { replyBody: text, replyBy: staff.id, repliedAt: now, replyEditedAt: null }
          : { replyBody: text, replyEditedAt: now }
    const [after] = await tx.update(reviews).set(change).where(ofCourse).returning()
    await cacheTags.invalidate(tx, [`course:${courseId}`])
    const details = { title: course.title, courseId }
    await audit.record(tx, {
      actorId: staff.id,
      action: text === null ? 'review.reply-deleted' : 'review.replied',
      subjectKind: 'review',
      subjectId: reviewId,
      details,
    })
    if (text !== null && before.replyBody === null) {
      const data = { courseId, courseTitle: course.title, excerpt: text.slice(0, excerptLength).toWellFormed() }
      await notify(tx, { kind: 'review-reply', userId: before.userId, actorId: staff.id, data })
    }
    return after ?? null
  })
}
