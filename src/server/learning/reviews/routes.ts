import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Learning } from '#server/learning/learning.ts'
import { courseNotFound } from '#server/learning/messages.ts'

export function reviewRoutes(learning: Learning) {
  const { learning: on } = endpoints

  return {
    listReviews: on.listReviews.handler(async ({ input: { id, ...page }, errors }) => {
      const { reviews, total } = found(await learning.listReviews(id, page), errors, courseNotFound)
      return { ...ok(reviews), meta: { ...page, total } }
    }),

    saveReview: on.saveReview.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { review } = accept(await learning.saveReview(context.viewer(), id, input), errors, 'saved')
      return ok(review)
    }),

    deleteReview: on.deleteReview.handler(async ({ input, context, errors }) => {
      accept(await learning.deleteReview(context.viewer().id, input.id), errors, 'deleted')
      return ok(null)
    }),
  }
}
