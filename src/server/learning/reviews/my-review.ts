import type { Review } from '#contract/learning/learning.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { LearningDeps } from '#server/learning/deps.ts'
import { lockEnrollmentForShare } from '#server/learning/enrolment/enroll.ts'
import { mayReview } from './may-review.ts'
import { deleteReview, presentReview, saveReview, type NewReview } from './reviews.ts'

/** Only students who enrolled themselves may review a course; see may-review.ts. */
export async function saveMyReview(
  deps: LearningDeps,
  viewer: Viewer,
  { courseId, ...input }: Pick<NewReview, 'courseId' | 'rating' | 'text' | 'showName'>,
): Promise<{ outcome: 'saved'; review: Review } | Refusal<'not-enrolled' | 'review-not-allowed'>> {
  return deps.database.transaction(async (tx) => {
    const enrollment = await lockEnrollmentForShare(tx, { userId: viewer.id, courseId })
    if (!enrollment) return refused('not-enrolled')
    const course = await deps.catalog.findCourse(courseId, tx)
    if (!course || !mayReview(viewer, course, enrollment)) return refused('review-not-allowed')
    const review = { userId: viewer.id, courseId, ...input, courseVersion: course.version, writtenAt: deps.clock.now() }
    return { outcome: 'saved', review: presentReview(await saveReview(tx, deps, review), viewer.name) }
  })
}

export const deleteMyReview = (deps: LearningDeps, userId: string, courseId: string) =>
  deps.database.transaction((tx) => deleteReview(tx, deps, { userId, courseId, keepHidden: true }))
