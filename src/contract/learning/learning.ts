import * as z from 'zod/mini'
import { notedInstant } from '#contract/kit/input-rules.ts'
import { lessonSummary, courseCard, lessonClosure } from '#contract/catalog/catalog.ts'
import { namedInstructor } from '#contract/catalog/teachers.ts'
import { cv, cvInput } from './cv.ts'
import { lessonPosition } from './lesson-position.ts'
import { maximumNoteLength } from './note-length.ts'
import {
  at,
  response,
  id,
  listResponse,
  publicEndpoint,
  cachedEndpoint,
  signedInEndpoint,
  staleError,
  startedFrom,
  knownVersion,
} from '#contract/kit/endpoint.ts'

export const review = z.object({
  _id: z.string(),
  name: z.string(),
  rating: z.number(),
  text: z.string(),
  createdAt: z.string(),
  /** How many it helped. */
  helpful: z.number(),
  /** The version of the course when it was written; null: not known. */
  courseVersion: z.nullable(z.number()),
  /** The answer of the course's staff. */
  reply: z.nullable(z.object({ text: z.string(), createdAt: z.string(), isEdited: z.boolean() })),
})
export type Review = z.infer<typeof review>

const reviewInput = z.object({
  rating: z
    .number('Pilih 1 sampai 5 bintang')
    .check(
      z.int('Pilih 1 sampai 5 bintang'),
      z.minimum(1, 'Pilih 1 sampai 5 bintang'),
      z.maximum(5, 'Pilih 1 sampai 5 bintang'),
    ),
  text: z._default(
    z.string('Tulis ulasan sebagai teks').check(z.trim(), z.maxLength(2000, 'Ulasan maksimal 2000 karakter')),
    '',
  ),
  /** True when reviews of this person show their name, which applies to all of them; without it the choice stays, and the first review shows it. */
  showName: z.optional(z.boolean('Pilih tampil atau tidak')),
})

/** A chapter with its lessons in order, which are in `details` too; their bodies are only there. */
const courseChapter = z.object({ _id: z.string(), title: z.string(), contents: z.array(lessonSummary) })
export type CourseChapter = z.infer<typeof courseChapter>

/** The public data of a course page. */
const courseOverview = z.extend(courseCard, {
  status: z.enum(['draft', 'published', 'archived']),
  description: z.string(),
  /** Skills that a student will have afterwards. */
  learn: z.array(z.string()),
  instructor: z.object({
    name: z.string(),
    avatar: z.string(),
    slug: z.nullish(z.string()),
    headline: z.string(),
    bio: z.string(),
  }),
  /** All who write the course: its owner, as in `instructor`, then co-teachers. */
  instructors: z.array(namedInstructor),
  /** All lessons in order: those before the first chapter, then each chapter's. */
  details: z.array(lessonSummary),
  /** Empty for a course without chapters. */
  chapters: z.array(courseChapter),
  module: z.array(z.object({ title: z.string(), contents: z.array(lessonSummary) })),
  /** How the lessons open to students, as text, because the byte budget of the course page allows no code for it; null when all are open at once. */
  paceNote: z.nullable(z.string()),
  enrolment: z.enum(['open', 'cohorts']),
  reviews: z.array(review),
  /** How many reviews gave 1, 2, 3, 4 and 5 stars, in that order. */
  ratingDistribution: z.array(z.number()),
  updatedAt: z.string(),
})
export type CourseOverview = z.infer<typeof courseOverview>

const progress = z.object({
  /** Completed lessons over all lessons, rounded, 0 to 100. */
  percent: z.number(),
  completedContentIds: z.array(z.string()),
  lastContentId: z.nullable(z.string()),
})
export type Progress = z.infer<typeof progress>

/** The overview with the viewer's enrolment and the lesson bodies that the viewer may see. */
const courseForViewer = z.extend(courseOverview, {
  viewer: z.object({
    enrolled: z.boolean(),
    progress: z.nullable(progress),
    /** When the viewer finished the course; lessons added later do not change it. */
    finishedAt: z.nullable(z.string()),
    canEdit: z.boolean(),
    /** The viewer teaches this course. */
    isInstructor: z.boolean(),
    /** False for the course's staff, and for students whom staff gave access. */
    canReview: z.boolean(),
    /** True when the viewer's reviews show their name; null before they chose. */
    showsName: z.nullable(z.boolean()),
    /** The viewer's review; null before the first one. Only its author sees a hidden review, with the reason. */
    review: z.nullable(z.extend(review, { hiddenReason: z.nullable(z.string()) })),
    certificateId: z.optional(z.string()),
    /** By an admin: there is no other one. */
    isCertificateRevoked: z.optional(z.literal(true)),
    /** The viewer's positions by lesson id; without lessons that were never opened. */
    positions: z.record(z.string(), lessonPosition),
  }),
})
export type CourseForViewer = z.infer<typeof courseForViewer>

const content = z.extend(lessonSummary, { updatedAt: z.string() })
export type Content = z.infer<typeof content>

const enrolledCourse = z.object({
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
  finishedAt: z.nullable(z.string()),
  certificateAvailable: z.boolean(),
  certificateId: z.optional(z.string()),
  details: z.array(lessonSummary),
  /** The chapters that contain lessons, in order. */
  chapters: z.array(
    z.object({ _id: z.string(), title: z.string(), lessonsCompleted: z.number(), lessonCount: z.number() }),
  ),
})
export type EnrolledCourse = z.infer<typeof enrolledCourse>

const lessonNote = z.object({ contentId: z.string(), text: z.string(), version: z.number(), updatedAt: z.string() })
export type LessonNote = z.infer<typeof lessonNote>

const lessonNoteInput = z.object({
  text: z.string('Catatan berupa teks').check(z.maxLength(maximumNoteLength, 'Catatan maksimal 10.000 karakter')),
  /** The version that the change is based on; 0 for a new note. */
  version: knownVersion,
})

/** A student's activity; days and weeks are in Jakarta time. */
const activity = z.object({
  completedThisWeek: z.number(),
  completedInAll: z.number(),
  /** Consecutive days with at least one completed lesson, up to today or yesterday. */
  streakDays: z.number(),
  longestStreakDays: z.number(),
  /** The last twelve weeks, oldest first, each from its Monday (YYYY-MM-DD). */
  weeks: z.array(
    z.object({
      startsOn: z.string(),
      completed: z.number(),
      courses: z.array(z.object({ courseId: z.string(), completed: z.number() })),
    }),
  ),
  /** The last lessons completed, newest first. */
  recent: z.array(z.object({ courseId: z.string(), contentId: z.string(), completedAt: z.string() })),
})
export type Activity = z.infer<typeof activity>

const courseParam = z.object({ id })
const lessonParams = z.object({ id, contentId: id })

const notEnrolled = { NOT_ENROLLED: { status: 403, message: 'Belum terdaftar di kelas ini.' } } as const
const byResult = {
  COMPLETED_BY_RESULT: {
    status: 409,
    message: 'Materi ini selesai dengan lulus atau diterima, bukan dengan ditandai.',
    data: z.object({ contentId: z.string() }),
  },
  NOT_PASSED: {
    status: 409,
    message: 'Latihan ini selesai begitu semua tesnya lulus.',
    data: z.object({ contentId: z.string() }),
  },
} as const
const lessonClosed = {
  LESSON_CLOSED: {
    status: 403,
    message: 'Materi ini belum terbuka.',
    data: z.extend(lessonClosure, { contentId: z.string() }),
  },
} as const

export const learningContract = {
  showOverview: cachedEndpoint
    .route(at('GET /courses/{id}/overview', 'The public data of a course'))
    .input(courseParam)
    .output(response(courseOverview)),
  showCourse: publicEndpoint
    .route(at('GET /courses/{id}', 'A course with the data that the viewer may see'))
    .input(z.object({ id, preview: z.optional(z.enum(['true', 'false'])) }))
    .output(response(courseForViewer)),
  listEnrolledCourses: signedInEndpoint
    .route(at('GET /courses/enrolled', 'My courses'))
    .output(response(z.array(enrolledCourse))),
  showLesson: publicEndpoint
    .route(at('GET /courses/{id}/content/{contentId}', 'One lesson'))
    .input(lessonParams)
    .output(response(content))
    .errors({
      UNAUTHORIZED: { status: 401, message: 'Masuk dulu untuk membuka materi ini.' },
      NOT_ENROLLED: { status: 403, message: 'Materi ini terbuka setelah terdaftar di kelasnya.' },
      ...lessonClosed,
    }),
  showProgress: signedInEndpoint
    .route(at('GET /courses/{id}/progress', 'My progress in a course'))
    .input(courseParam)
    .output(response(progress))
    .errors(notEnrolled),
  saveLastLesson: signedInEndpoint
    .route(at('PUT /courses/{id}/progress', 'Save which lesson I opened last'))
    .input(z.object({ id, lastContentId: id }))
    .output(response(progress))
    .errors({ ...notEnrolled, ...lessonClosed }),
  saveLessonPosition: signedInEndpoint
    .route(at('PUT /courses/{id}/content/{contentId}/position', 'Save my position in a lesson; the later one wins'))
    .input(z.extend(lessonPosition, { id, contentId: id }))
    .output(response(z.null()))
    .errors(notEnrolled),
  completeLesson: signedInEndpoint
    .route(at('PUT /courses/{id}/content/{contentId}/completion', 'Mark a lesson as completed'))
    .input(lessonParams)
    .output(response(progress))
    .errors({ ...notEnrolled, ...lessonClosed, ...byResult }),
  uncompleteLesson: signedInEndpoint
    .route(at('DELETE /courses/{id}/content/{contentId}/completion', 'Mark a lesson as not completed'))
    .input(lessonParams)
    .output(response(progress))
    .errors({ ...notEnrolled, ...lessonClosed, ...byResult }),
  applyCompletionChanges: signedInEndpoint
    .route(
      at(
        'POST /courses/{id}/completions',
        'Apply completion changes that were queued offline; idempotent, the latest change of a lesson wins',
      ),
    )
    .input(
      z.object({
        id,
        changes: z
          .array(
            z.object({
              contentId: id,
              completed: z.boolean(),
              markedAt: notedInstant,
            }),
          )
          .check(z.maxLength(500, 'Maksimal 500 tanda sekaligus')),
      }),
    )
    .output(response(progress))
    .errors({ ...notEnrolled, ...lessonClosed, ...byResult }),
  listLessonNotes: signedInEndpoint
    .route(at('GET /courses/{id}/notes', 'My notes on the lessons of a course'))
    .input(courseParam)
    .output(response(z.array(lessonNote)))
    .errors(notEnrolled),
  saveLessonNote: signedInEndpoint
    .route(at('PUT /courses/{id}/content/{contentId}/note', 'Save my note on a lesson'))
    .input(z.extend(lessonNoteInput, { id, contentId: id }))
    .output(response(lessonNote))
    .errors({
      ...notEnrolled,
      NOTE_CHANGED: {
        status: 409,
        message: 'Catatan ini berubah di tempat lain.',
        data: z.object({ note: lessonNote }),
      },
    }),
  showActivity: signedInEndpoint
    .route(at('GET /me/activity', 'My completed lessons by week, and my streak'))
    .output(response(activity)),
  showCv: signedInEndpoint.route(at('GET /me/resume', 'My CV data')).output(response(cv)),
  saveCv: signedInEndpoint
    .route(at('PUT /me/resume', 'Save my CV data'))
    .input(z.extend(cvInput, { version: startedFrom }))
    .output(response(cv))
    .errors(staleError),
  listReviews: cachedEndpoint
    .route(at('GET /courses/{id}/reviews', 'Reviews of a course, newest first'))
    .input(
      z.object({
        id,
        page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1),
        limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
      }),
    )
    .output(listResponse(review)),
  saveReview: signedInEndpoint
    .route(at('PUT /courses/{id}/reviews', 'Create or change my review of a course'))
    .input(z.extend(reviewInput, { id }))
    .output(response(review))
    .errors({
      ...notEnrolled,
      REVIEW_NOT_ALLOWED: { status: 403, message: 'Ulasan hanya dari siswa yang mendaftar atau membeli sendiri.' },
    }),
  deleteReview: signedInEndpoint
    .route(at('DELETE /courses/{id}/reviews', 'Delete my review'))
    .input(courseParam)
    .output(response(z.null()))
    .errors({
      ...notEnrolled,
      REVIEW_HIDDEN: { status: 409, message: 'Ulasan yang disembunyikan admin tidak bisa dihapus.' },
    }),
}
