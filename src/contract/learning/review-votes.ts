import * as z from 'zod/mini'
import { id, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

// Whether a review helped. Pages that show reviews register this, because only who presses calls it.

const params = z.object({ id, reviewId: id })
const vote = z.object({ helpful: z.number(), hasVoted: z.boolean() })
const own = { OWN_REVIEW: { status: 409, message: 'Ini ulasanmu sendiri.' } } as const

export const reviewVotesContract = {
  listMyReviewVotes: signedInEndpoint
    .route({ method: 'GET', path: '/courses/{id}/reviews/votes', summary: 'The reviews of a course that helped me' })
    .input(z.object({ id }))
    .output(response(z.object({ reviewIds: z.array(z.string()) }))),
  voteForReview: signedInEndpoint
    .route({
      method: 'PUT',
      path: '/courses/{id}/reviews/{reviewId}/vote',
      summary: 'This review helped me; one vote a person, not for my own',
    })
    .input(params)
    .output(response(vote))
    .errors(own),
  takeBackReviewVote: signedInEndpoint
    .route({
      method: 'DELETE',
      path: '/courses/{id}/reviews/{reviewId}/vote',
      summary: 'Take my vote for a review back',
    })
    .input(params)
    .output(response(vote)),
}
