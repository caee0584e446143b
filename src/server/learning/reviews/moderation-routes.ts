import { endpoints } from '#server/endpoints.ts'
import type { ReviewModeration } from './moderation.ts'
import { asPage, orNotFound, serve } from '#server/serve.ts'

export function reviewModerationRoutes(moderation: ReviewModeration) {
  const { reviews: on } = endpoints
  return {
    listAllReviews: serve(on.listAllReviews, moderation.list, asPage),

    replyToReview: serve(
      on.replyToReview,
      async (viewer, { id, reviewId, text }) => moderation.reply(viewer, { courseId: id, reviewId, text }),
      orNotFound(),
    ),

    deleteReviewReply: serve(
      on.deleteReviewReply,
      async (viewer, { id, reviewId }) => moderation.reply(viewer, { courseId: id, reviewId, text: null }),
      orNotFound(),
    ),

    hideReview: serve(on.hideReview, moderation.hide, 'changed'),

    restoreReview: serve(on.restoreReview, moderation.restore, 'changed'),
  }
}
