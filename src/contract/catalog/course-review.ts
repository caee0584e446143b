import * as z from 'zod/mini'
import { at, adminEndpoint, id, response, staffEndpoint } from '#contract/kit/endpoint.ts'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'
import { staffCourse } from './authoring.ts'
import { checklistItem, mostRemarks, remark, reviewStates } from './review-rules.ts'

// The look at a course before its first sale.

const courseReview = z.object({
  courseId: z.string(),
  title: z.string(),
  thumbnail: z.string(),
  instructor: z.object({ _id: z.string(), name: z.string() }),
  state: z.enum(reviewStates),
  sentAt: z.string(),
  decidedAt: z.nullable(z.string()),
  remarks: z.array(remark),
  /** Changes with the course; an approval that names another one is rejected. */
  revision: z.string(),
})
export type CourseReview = z.infer<typeof courseReview>

const { page, limit } = staffListInput(['sentAt'])
export const listCourseReviewsInput = z.object({
  state: z._default(z.enum(reviewStates, 'Nilai filter tidak dikenal'), 'waiting'),
  page,
  limit,
  cursor,
})
export type ListCourseReviewsInput = z.output<typeof listCourseReviewsInput>

const sentenceMessage = 'Tulis catatannya, minimal 3 karakter'
const sentence = z
  .string(sentenceMessage)
  .check(
    z.trim(),
    z.minLength(3, sentenceMessage),
    visibleText(sentenceMessage),
    z.maxLength(500, 'Catatan maksimal 500 karakter'),
  )
const remarksMessage = 'Tulis minimal satu catatan'
export const remarksInput = z
  .array(z.object({ contentId: z.nullable(z.string('Pilih tempatnya')), sentence }), remarksMessage)
  .check(z.minLength(1, remarksMessage), z.maxLength(mostRemarks, `Maksimal ${mostRemarks} catatan`))

const courseId = id
const decided = {
  ALREADY_DECIDED: {
    status: 409,
    message: 'Kelas ini tidak menunggu lagi: sudah diputuskan, atau ditarik instrukturnya.',
  },
} as const

export const courseReviewContract = {
  showChecklist: staffEndpoint
    .route(at('GET /courses/{id}/checklist', 'What a course needs before it is sent in, met or not'))
    .input(z.object({ id }))
    .output(response(z.array(checklistItem))),
  withdrawCourse: staffEndpoint
    .route(at('POST /courses/{id}/withdraw', 'Take a course back that waits for its review'))
    .input(z.object({ id }))
    .output(response(staffCourse))
    .errors({ NOT_IN_REVIEW: { status: 409, message: 'Kelas ini tidak sedang diperiksa.' } }),
  listCourseReviews: adminEndpoint
    .route(at('GET /admin/course-reviews', 'Courses that were sent in before their first sale'))
    .input(listCourseReviewsInput)
    .output(keysetResponse(courseReview)),
  countWaitingCourses: adminEndpoint
    .route(at('GET /admin/course-reviews/waiting', 'How many courses wait for their review, counted up to a limit'))
    .output(response(z.object({ waiting: z.number(), isCounted: z.boolean() }))),
  approveCourse: adminEndpoint
    .route(
      at(
        'POST /admin/course-reviews/{courseId}/approve',
        'Publish a course that was sent in; later ones of its instructor are published at once',
        'Kelas tayang. Instrukturnya dikabari.',
      ),
    )
    .input(z.object({ courseId, revision: z.optional(z.string().check(z.maxLength(100))) }))
    .output(response(courseReview))
    .errors({
      ...decided,
      COURSE_CHANGED: {
        status: 409,
        message: 'Kelas ini berubah sejak kamu membukanya. Muat ulang, lihat lagi, lalu putuskan.',
      },
    }),
  refuseCourse: adminEndpoint
    .meta({ access: 'admin', timesPerHour: 300 })
    .route(
      at(
        'POST /admin/course-reviews/{courseId}/refuse',
        'Return a course to its instructor, with remarks',
        'Catatan terkirim. Kelas kembali menjadi draf.',
      ),
    )
    .input(z.object({ courseId, remarks: remarksInput }))
    .output(response(courseReview))
    .errors(decided),
}
