import { canManageCourse } from '#server/catalog/index.ts'
import { and, eq } from 'drizzle-orm'
import type { ModeratedReview } from '#contract/learning/reviews.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { reviews } from '#server/learning/tables.ts'
import type { ModerationDeps } from './deps.ts'
import { presentModerated } from './present-moderated.ts'

const excerptLength = 200
const excerptOf = (text: string): string =>
  text.length <= excerptLength ? text : `${text.slice(0, excerptLength - 1).toWellFormed()}…`

/** Stores the one public answer to a review, changes it, or (null) takes it back. Null: not a review of a course of this staff member. */
export async function replyToReview(
  deps: ModerationDeps,
  staff: Viewer,
  { courseId, reviewId, text }: { courseId: string; reviewId: string; text: string | null },
): Promise<ModeratedReview | null> {
  const { database, catalog, audit, clock, cacheTags, notifications } = deps
  const course = await catalog.findCourse(courseId)
  if (!course || !canManageCourse(staff, course, 'edit')) return null
  const replied = await database.transaction(async (tx) => {
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
      subjectId: reviewId,
      details,
    })
    const told = { excerpt: excerptOf(text ?? ''), text: text ?? '' }
    if (text === null) await notifications.withdraw(tx, reviewId)
    else if (before.replyBody === null) {
      const data = { courseId, courseTitle: course.title, ...told }
      const notice = {
        kind: 'review-reply' as const,
        userId: before.userId,
        actorId: staff.id,
        subjectId: reviewId,
        data,
      }
      await notifications.notify(tx, notice)
    } else await notifications.change(tx, { subjectIds: [reviewId], changed: told })
    return after ?? null
  })
  return replied && presentModerated(deps, replied)
}
