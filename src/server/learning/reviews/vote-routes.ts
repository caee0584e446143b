import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Learning } from '#server/learning/learning.ts'
import { serve } from '#server/serve.ts'

export function reviewVotesRoutes(
  learning: Pick<Learning, 'voteForReview' | 'takeBackReviewVote' | 'listMyReviewVotes'>,
) {
  const { reviewVotes: on } = endpoints
  return {
    listMyReviewVotes: on.listMyReviewVotes.handler(async ({ input, context }) =>
      ok({ reviewIds: await learning.listMyReviewVotes(context.viewer().id, input.id) }),
    ),
    voteForReview: serve(
      on.voteForReview,
      async (viewer, { id, reviewId }) => learning.voteForReview({ userId: viewer.id, courseId: id, reviewId }),
      'voted',
    ),
    takeBackReviewVote: serve(
      on.takeBackReviewVote,
      async (viewer, { id, reviewId }) => learning.takeBackReviewVote({ userId: viewer.id, courseId: id, reviewId }),
      'voted',
    ),
  }
}
