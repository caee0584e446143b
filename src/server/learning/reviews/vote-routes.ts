import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { Learning } from '#server/learning/learning.ts'

export function reviewVotesRoutes(
  learning: Pick<Learning, 'voteForReview' | 'takeBackReviewVote' | 'listMyReviewVotes'>,
) {
  const { reviewVotes: on } = endpoints
  return {
    listMyReviewVotes: on.listMyReviewVotes.handler(async ({ input, context }) =>
      ok({ reviewIds: await learning.listMyReviewVotes(context.viewer().id, input.id) }),
    ),
    voteForReview: on.voteForReview.handler(async ({ input: { id, reviewId }, context, errors }) => {
      const { vote } = accept(
        await learning.voteForReview({ userId: context.viewer().id, courseId: id, reviewId }),
        errors,
        'voted',
      )
      return ok(vote)
    }),
    takeBackReviewVote: on.takeBackReviewVote.handler(async ({ input: { id, reviewId }, context, errors }) => {
      const { vote } = accept(
        await learning.takeBackReviewVote({ userId: context.viewer().id, courseId: id, reviewId }),
        errors,
        'voted',
      )
      return ok(vote)
    }),
  }
}
