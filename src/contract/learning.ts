import * as z from 'zod/mini'
import { contentSummary, courseCard } from './catalog.ts'
import { resume, resumeInput } from './resume.ts'
import { lessonPosition } from './lesson-position.ts'
import { answer, id, listAnswer, publicEndpoint, rememberedEndpoint, signedInEndpoint } from './endpoint.ts'

export const review = z.object({
  _id: z.string(),
  name: z.string(),
  rating: z.number(),
  text: z.string(),
  createdAt: z.string(),
})
export type Review = z.infer<typeof review>

export const reviewInput = z.object({
  rating: z
    .number('Pilih 1 sampai 5 bintang')
    .check(z.int('Pilih 1 sampai 5 bintang'), z.minimum(1, 'Pilih 1 sampai 5 bintang'), z.maximum(5, 'Pilih 1 sampai 5 bintang')),
  text: z._default(z.string('Tulis ulasan sebagai teks').check(z.trim(), z.maxLength(2000, 'Ulasan maksimal 2000 karakter')), ''),
})

/** Everything the course page shows to anybody. */
export const courseOverview = z.extend(courseCard, {
  status: z.enum(['draft', 'published', 'archived']),
  description: z.string(),
  /** What a student will be able to do afterwards. */
  learn: z.array(z.string()),
  instructor: z.object({ name: z.string(), avatar: z.string(), headline: z.string(), bio: z.string() }),
  details: z.array(contentSummary),
  module: z.array(z.object({ title: z.string(), contents: z.array(contentSummary) })),
  reviews: z.array(review),
  /** How many reviews gave 1, 2, 3, 4 and 5 stars, in that order. */
  ratingDistribution: z.array(z.number()),
  updatedAt: z.string(),
})
export type CourseOverview = z.infer<typeof courseOverview>

export const progress = z.object({
  /** Completed lessons over all lessons, rounded, 0 to 100. */
  percent: z.number(),
  completedContentIds: z.array(z.string()),
  lastContentId: z.nullable(z.string()),
})
export type Progress = z.infer<typeof progress>

/** The overview, what this viewer is to the course, and the lesson bodies this viewer may see. */
export const courseForViewer = z.extend(courseOverview, {
  viewer: z.object({
    enrolled: z.boolean(),
    progress: z.nullable(progress),
    canEdit: z.boolean(),
    /** What this viewer thinks of the course; null until told. */
    review: z.nullable(review),
    certificateId: z.optional(z.string()),
    /** How far this viewer was in lessons, by lesson; those never begun are left out. */
    positions: z.record(z.string(), lessonPosition),
  }),
})
export type CourseForViewer = z.infer<typeof courseForViewer>

export const content = z.extend(contentSummary, { updatedAt: z.string() })
export type Content = z.infer<typeof content>

export const enrolledCourse = z.object({
  _id: z.string(),
  title: z.string(),
  thumbnail: z.string(),
  category: z.object({ _id: z.string(), name: z.string(), slug: z.string() }),
  instructor: z.object({ name: z.string(), avatar: z.string() }),
  progress: z.number(),
  lessonsCompleted: z.number(),
  lessonCount: z.number(),
  /** When a lesson was last opened; null before the first (ISO 8601, UTC). */
  lastAccessed: z.nullable(z.string()),
  enrolledAt: z.string(),
  certificateAvailable: z.boolean(),
  certificateId: z.optional(z.string()),
  details: z.array(contentSummary),
})
export type EnrolledCourse = z.infer<typeof enrolledCourse>

export const note = z.object({ contentId: z.string(), text: z.string(), version: z.number(), updatedAt: z.string() })
export type Note = z.infer<typeof note>

export const noteInput = z.object({
  text: z.string('Catatan berupa teks').check(z.maxLength(10_000, 'Catatan maksimal 10.000 karakter')),
  /** The version that was changed; 0 for the first one. */
  version: z.number().check(z.int(), z.minimum(0)),
})

/** What a student did, and when: days and weeks are those of Jakarta. */
export const activity = z.object({
  completedThisWeek: z.number(),
  completedInAll: z.number(),
  /** Days in a row with at least one lesson, up to today or yesterday. */
  streakDays: z.number(),
  longestStreakDays: z.number(),
  /** The last twelve weeks, oldest first, each from its Monday (YYYY-MM-DD). */
  weeks: z.array(z.object({ startsOn: z.string(), completed: z.number(), courses: z.array(z.object({ courseId: z.string(), completed: z.number() })) })),
  /** The last lessons completed, newest first. */
  recent: z.array(z.object({ courseId: z.string(), contentId: z.string(), completedAt: z.string() })),
})
export type Activity = z.infer<typeof activity>

const courseParam = z.object({ id })
const contentParams = z.object({ id, contentId: id })

const notEnrolled = { NOT_ENROLLED: { status: 403, message: 'Belum terdaftar di kelas ini.' } } as const

export const learningContract = {
  showOverview: rememberedEndpoint
    .route({ method: 'GET', path: '/courses/{id}/overview', summary: 'The public face of a course' })
    .input(courseParam)
    .output(answer(courseOverview)),
  showCourse: publicEndpoint
    .route({ method: 'GET', path: '/courses/{id}', summary: 'A course with what this viewer may see of it' })
    .input(z.object({ id, preview: z.optional(z.enum(['true', 'false'])) }))
    .output(answer(courseForViewer)),
  listEnrolledCourses: signedInEndpoint.route({ method: 'GET', path: '/courses/enrolled', summary: 'My courses' }).output(answer(z.array(enrolledCourse))),
  enrollFree: signedInEndpoint
    .route({ method: 'POST', path: '/courses/{id}/enroll', summary: 'Enrol in a free course' })
    .input(courseParam)
    .output(answer(z.object({ courseId: z.string() })))
    .errors({ NOT_FREE: { status: 409, message: 'Kelas ini berbayar. Beli dulu untuk mulai belajar.' } }),
  showContent: publicEndpoint
    .route({ method: 'GET', path: '/courses/{id}/content/{contentId}', summary: 'One lesson' })
    .input(contentParams)
    .output(answer(content))
    .errors({
      UNAUTHORIZED: { status: 401, message: 'Masuk dulu untuk membuka materi ini.' },
      NOT_ENROLLED: { status: 403, message: 'Materi ini terbuka setelah terdaftar di kelasnya.' },
    }),
  showProgress: signedInEndpoint
    .route({ method: 'GET', path: '/courses/{id}/progress', summary: 'My progress in a course' })
    .input(courseParam)
    .output(answer(progress))
    .errors(notEnrolled),
  rememberPosition: signedInEndpoint
    .route({ method: 'PUT', path: '/courses/{id}/progress', summary: 'Remember which lesson I have open' })
    .input(z.object({ id, lastContentId: id }))
    .output(answer(progress))
    .errors(notEnrolled),
  savePosition: signedInEndpoint
    .route({ method: 'PUT', path: '/courses/{id}/content/{contentId}/position', summary: 'Remember how far I am in a lesson; what was noted later wins' })
    .input(z.extend(lessonPosition, { id, contentId: id }))
    .output(answer(z.null()))
    .errors(notEnrolled),
  completeContent: signedInEndpoint
    .route({ method: 'PUT', path: '/courses/{id}/content/{contentId}/completion', summary: 'Mark a lesson as completed' })
    .input(contentParams)
    .output(answer(progress))
    .errors(notEnrolled),
  uncompleteContent: signedInEndpoint
    .route({ method: 'DELETE', path: '/courses/{id}/content/{contentId}/completion', summary: 'Take the mark back' })
    .input(contentParams)
    .output(answer(progress))
    .errors(notEnrolled),
  mergeMarks: signedInEndpoint
    .route({ method: 'POST', path: '/courses/{id}/marks', summary: 'Bring marks that were made without a connection; each counts once, the latest wins' })
    .input(
      z.object({
        id,
        marks: z
          .array(z.object({ contentId: id, completed: z.boolean(), markedAt: z.string().check(z.iso.datetime('Waktu tidak valid')) }))
          .check(z.maxLength(500, 'Maksimal 500 tanda sekaligus')),
      }),
    )
    .output(answer(progress))
    .errors(notEnrolled),
  listNotes: signedInEndpoint
    .route({ method: 'GET', path: '/courses/{id}/notes', summary: 'My notes on the lessons of a course' })
    .input(courseParam)
    .output(answer(z.array(note)))
    .errors(notEnrolled),
  saveNote: signedInEndpoint
    .route({ method: 'PUT', path: '/courses/{id}/content/{contentId}/note', summary: 'Write my note on a lesson' })
    .input(z.extend(noteInput, { id, contentId: id }))
    .output(answer(note))
    .errors({ ...notEnrolled, NOTE_CHANGED: { status: 409, message: 'Catatan ini berubah di tempat lain.', data: z.object({ note }) } }),
  showActivity: signedInEndpoint.route({ method: 'GET', path: '/me/activity', summary: 'What I learnt, by week, and my streak' }).output(answer(activity)),
  showResume: signedInEndpoint.route({ method: 'GET', path: '/me/resume', summary: 'What I wrote for my CV' }).output(answer(resume)),
  saveResume: signedInEndpoint.route({ method: 'PUT', path: '/me/resume', summary: 'Write my CV' }).input(resumeInput).output(answer(resume)),
  listReviews: rememberedEndpoint
    .route({ method: 'GET', path: '/courses/{id}/reviews', summary: 'Reviews of a course, newest first' })
    .input(
      z.object({
        id,
        page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1),
        limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
      }),
    )
    .output(listAnswer(review)),
  saveReview: signedInEndpoint
    .route({ method: 'PUT', path: '/courses/{id}/reviews', summary: 'Write my review of a course I study, or change it' })
    .input(z.extend(reviewInput, { id }))
    .output(answer(review))
    .errors(notEnrolled),
  deleteReview: signedInEndpoint
    .route({ method: 'DELETE', path: '/courses/{id}/reviews', summary: 'Take my review back' })
    .input(courseParam)
    .output(answer(z.null()))
    .errors(notEnrolled),
}
