import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Learning } from '#server/learning/learning.ts'

export function reviewVotesRoutes(learning: Pick<Learning, 'voteForReview' | 'listMyReviewVotes'>) {
  const { reviewVotes: on } = endpoints
  return {
    listMyReviewVotes: on.listMyReviewVotes.handler(async ({ input, context }) =>
      ok({ reviewIds: await learning.listMyReviewVotes(context.viewer().id, input.id) }),
    ),
    voteForReview: on.voteForReview.handler(async ({ input: { id, reviewId }, context, errors }) => {
      const { kind, ...vote } = await learning.voteForReview({ userId: context.viewer().id, courseId: id, reviewId }, true)
      if (kind === 'own') throw errors.OWN_REVIEW()
      if (!('helpful' in vote)) throw errors.NOT_FOUND()
      return ok(vote)
    }),
    takeBackReviewVote: on.takeBackReviewVote.handler(async ({ input: { id, reviewId }, context, errors }) => {
      const { kind: _, ...vote } = await learning.voteForReview({ userId: context.viewer().id, courseId: id, reviewId }, false)
      if (!('helpful' in vote)) throw errors.NOT_FOUND()
      return ok(vote)
    }),
  }
}
