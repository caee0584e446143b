import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { at, adminEndpoint, response, id, staffEndpoint } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { reason } from '#contract/kit/input-rules.ts'
import { review } from './learning.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'

// Reviews as staff see them: instructors those of their courses, admins all. Only admins hide them.

const moderatedReview = z.extend(review, {
  email: z.string(),
  course: z.object({ _id: z.string(), title: z.string() }),
  status: z.enum(['shown', 'hidden']),
  /** Null when the review is shown. */
  hiddenAt: z.nullable(z.string()),
  hiddenReason: z.nullable(z.string()),
  /** Hidden only until the payment of the course is settled again. */
  isSuspended: z.boolean(),
})
export type ModeratedReview = z.infer<typeof moderatedReview>

const { q, page, limit } = staffListInput(['none'])
export const listAllReviewsInput = z.object({
  q,
  page,
  limit,
  cursor,
  status: z.optional(z.enum(['shown', 'hidden'], 'Status tidak dikenal')),
})
export type ListAllReviewsInput = z.output<typeof listAllReviewsInput>

export const moderationInput = z.object({ reason })

const moderation = z.extend(moderationInput, { id })

const replyText = z.string('Tulis balasannya').check(
  z.trim(),
  z.minLength(1, 'Tulis balasannya'),
  visibleText('Tulis balasannya'),
  z.maxLength(2000, 'Balasan maksimal 2000 karakter'),
  z.refine((text) => !text.includes('\0'), 'Memuat karakter yang tidak bisa dipakai'),
)
export const replyInput = z.object({ text: replyText })
const reviewParams = z.object({ id, reviewId: id })

export const reviewsContract = {
  replyToReview: staffEndpoint
    .route(
      at(
        'PUT /courses/{id}/reviews/{reviewId}/reply',
        'Answer a review of my course in public, or change the answer',
        'Balasan tersimpan.',
      ),
    )
    .input(z.extend(replyInput, reviewParams.shape))
    .output(response(moderatedReview)),
  deleteReviewReply: staffEndpoint
    .route(at('DELETE /courses/{id}/reviews/{reviewId}/reply', 'Take my answer to a review back', 'Balasan dihapus.'))
    .input(reviewParams)
    .output(response(moderatedReview)),
  listAllReviews: staffEndpoint
    .route(at('GET /admin/reviews', 'Reviews of my courses, for admins of all, newest first'))
    .input(listAllReviewsInput)
    .output(keysetResponse(moderatedReview)),
  hideReview: adminEndpoint
    .route(
      at(
        'POST /admin/reviews/{id}/hide',
        'Hide a review, with a reason; it no longer counts in the rating',
        'Ulasan disembunyikan.',
      ),
    )
    .input(moderation)
    .output(response(moderatedReview))
    .errors({ ALREADY_HIDDEN: { status: 409, message: 'Ulasan ini sudah disembunyikan.' } }),
  restoreReview: adminEndpoint
    .route(
      at('POST /admin/reviews/{id}/restore', 'Show a hidden review again, with a reason', 'Ulasan ditampilkan lagi.'),
    )
    .input(moderation)
    .output(response(moderatedReview))
    .errors({ NOT_HIDDEN: { status: 409, message: 'Ulasan ini sudah ditampilkan.' } }),
}
