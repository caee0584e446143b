import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { ReviewModeration } from './moderate-reviews.ts'

export function reviewModerationRoutes(moderation: ReviewModeration) {
  const { reviews: on } = endpoints
  return {
    listAllReviews: on.listAllReviews.handler(async ({ input, context }) => {
      const { rows, ...meta } = await moderation.list(context.viewer(), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    replyToReview: on.replyToReview.handler(async ({ input: { id, reviewId, text }, context, errors }) => {
      const review = await moderation.reply(context.viewer(), { courseId: id, reviewId }, text)
      if (!review) throw errors.NOT_FOUND()
      return ok(review, 'Balasan tersimpan.')
    }),

    deleteReviewReply: on.deleteReviewReply.handler(async ({ input: { id, reviewId }, context, errors }) => {
      const review = await moderation.reply(context.viewer(), { courseId: id, reviewId }, null)
      if (!review) throw errors.NOT_FOUND()
      return ok(review, 'Balasan dihapus.')
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
