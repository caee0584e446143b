import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { ReviewModeration } from './moderate-reviews.ts'

export function reviewModerationRoutes(moderation: ReviewModeration) {
  const { reviews: on } = endpoints
  return {
    listAllReviews: on.listAllReviews.handler(async ({ input }) => {
      const { rows, ...meta } = await moderation.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    hideReview: on.hideReview.handler(async ({ input: { id, reason }, context, errors }) => {
      const review = await moderation.hide(context.viewer(), id, reason)
      if (review === 'not-found') throw errors.NOT_FOUND()
      if (review === 'unchanged') throw errors.ALREADY_HIDDEN()
      return ok(review, 'Ulasan disembunyikan.')
    }),

    restoreReview: on.restoreReview.handler(async ({ input: { id, reason }, context, errors }) => {
      const review = await moderation.restore(context.viewer(), id, reason)
      if (review === 'not-found') throw errors.NOT_FOUND()
      if (review === 'unchanged') throw errors.NOT_HIDDEN()
      return ok(review, 'Ulasan ditampilkan lagi.')
    }),
  }
}
