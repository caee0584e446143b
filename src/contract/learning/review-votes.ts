import * as z from 'zod/mini'
import { at, id, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

// Whether a review helped. Pages that show reviews register this, because only who presses calls it.

const params = z.object({ id, reviewId: id })
const vote = z.object({ helpful: z.number(), hasVoted: z.boolean() })
const own = { OWN_REVIEW: { status: 409, message: 'Ini ulasanmu sendiri.' } } as const

export const reviewVotesContract = {
  listMyReviewVotes: signedInEndpoint
    .route(at('GET /courses/{id}/reviews/votes', 'The reviews of a course that helped me'))
    .input(z.object({ id }))
    .output(response(z.object({ reviewIds: z.array(z.string()) }))),
  voteForReview: signedInEndpoint
    .route(at('PUT /courses/{id}/reviews/{reviewId}/vote', 'This review helped me; one vote a person, not for my own'))
    .input(params)
    .output(response(vote))
    .errors(own),
  takeBackReviewVote: signedInEndpoint
    .route(at('DELETE /courses/{id}/reviews/{reviewId}/vote', 'Take my vote for a review back'))
    .input(params)
    .output(response(vote)),
}
