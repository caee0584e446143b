import * as z from 'zod/mini'
import { adminEndpoint, response, id } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { reason } from '#contract/kit/input-rules.ts'
import { review } from './learning.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'

// Moderation of reviews by admins.

/** A review of any course as admins see it. */
const moderatedReview = z.extend(review, {
  email: z.string(),
  course: z.object({ _id: z.string(), title: z.string() }),
  status: z.enum(['shown', 'hidden']),
  /** Null when the review is shown. */
  hiddenAt: z.nullable(z.string()),
  hiddenReason: z.nullable(z.string()),
})
export type ModeratedReview = z.infer<typeof moderatedReview>

const { q, page, limit } = staffListInput(['none'])
export const listAllReviewsInput = z.object({ q, page, limit, cursor, status: z.optional(z.enum(['shown', 'hidden'], 'Status tidak dikenal')) })
export type ListAllReviewsInput = z.output<typeof listAllReviewsInput>

export const moderationInput = z.object({ reason })

const moderation = z.extend(moderationInput, { id })

export const reviewsContract = {
  listAllReviews: adminEndpoint
    .route({ method: 'GET', path: '/admin/reviews', summary: 'Reviews of all courses, newest first' })
    .input(listAllReviewsInput)
    .output(keysetResponse(moderatedReview)),
  hideReview: adminEndpoint
    .route({ method: 'POST', path: '/admin/reviews/{id}/hide', summary: 'Hide a review, with a reason; it no longer counts in the rating' })
    .input(moderation)
    .output(response(moderatedReview))
    .errors({ ALREADY_HIDDEN: { status: 409, message: 'Ulasan ini sudah disembunyikan.' } }),
  restoreReview: adminEndpoint
    .route({ method: 'POST', path: '/admin/reviews/{id}/restore', summary: 'Show a hidden review again, with a reason' })
    .input(moderation)
    .output(response(moderatedReview))
    .errors({ NOT_HIDDEN: { status: 409, message: 'Ulasan ini sudah ditampilkan.' } }),
}
