import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { found } from '#server/platform/outcomes.ts'
import type { Learning } from '#server/learning/learning.ts'
import { courseNotFound } from '#server/learning/messages.ts'
import { serve } from '#server/serve.ts'

export function reviewRoutes(learning: Learning) {
  const { learning: on } = endpoints

  return {
    listReviews: on.listReviews.handler(async ({ input: { id, ...page }, errors }) => {
      const { reviews, total } = found(await learning.listReviews(id, page), errors, courseNotFound)
      return { ...ok(reviews), meta: { ...page, total } }
    }),

    saveReview: serve(
      on.saveReview,
      async (viewer, { id, ...input }) => learning.saveReview(viewer, { courseId: id, ...input }),
      'saved',
    ),

    deleteReview: serve(
      on.deleteReview,
      async (viewer, input) => learning.deleteReview(viewer.id, input.id),
      'deleted',
    ),
  }
}
