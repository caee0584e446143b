import { bindDeps } from '#server/platform/bind-deps.ts'
import type { ModerationDeps } from './deps.ts'
import { listAllReviews } from './list-all-reviews.ts'
import { hideReview, restoreReview } from './hide-review.ts'
import { replyToReview } from './reply.ts'
import { findReviewById, listReviewsByIds } from './reviews.ts'

export type ReviewModeration = ReturnType<typeof reviewModerationModule>

/** Staff read and answer the reviews of their courses. Admins hide them and show them again; hidden ones do not count in the rating. */
export const reviewModerationModule = (deps: ModerationDeps) => ({
  find: (id: string) => findReviewById(deps.database.query, id),
  ...bindDeps(deps, {
    listByIds: listReviewsByIds,
    list: listAllReviews,
    reply: replyToReview,
    hide: hideReview,
    restore: restoreReview,
  }),
})
