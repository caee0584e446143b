import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { ReviewModeration } from './moderation.ts'

export function reviewModerationRoutes(moderation: ReviewModeration) {
  const { reviews: on } = endpoints
  return {
    listAllReviews: on.listAllReviews.handler(async ({ input, context }) => {
      const { rows, ...meta } = await moderation.list(context.viewer(), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    replyToReview: on.replyToReview.handler(async ({ input: { id, reviewId, text }, context, errors }) =>
      ok(
        found(await moderation.reply(context.viewer(), { courseId: id, reviewId }, text), errors),
        'Balasan tersimpan.',
      ),
    ),

    deleteReviewReply: on.deleteReviewReply.handler(async ({ input: { id, reviewId }, context, errors }) =>
      ok(found(await moderation.reply(context.viewer(), { courseId: id, reviewId }, null), errors), 'Balasan dihapus.'),
    ),

    hideReview: on.hideReview.handler(async ({ input: { id, reason }, context, errors }) => {
      const { review } = accept(await moderation.hide(context.viewer(), id, reason), errors, 'changed')
      return ok(review, 'Ulasan disembunyikan.')
    }),

    restoreReview: on.restoreReview.handler(async ({ input: { id, reason }, context, errors }) => {
      const { review } = accept(await moderation.restore(context.viewer(), id, reason), errors, 'changed')
      return ok(review, 'Ulasan ditampilkan lagi.')
    }),
  }
}
