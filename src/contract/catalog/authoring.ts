import * as z from 'zod/mini'
import { lessonFile } from './lesson-files.ts'
import { lessonStatuses, lessonTypes, courseCard, coursePaces, enrolments, levels } from './catalog.ts'
import { lessonChange, maximumArticleLength, newLessonInput } from './lesson-input.ts'
import { staffChapter } from './course-chapters.ts'
import { shownCourseCertificate } from './course-certificate.ts'
import { courseChanges, newCourseInput, newDraftInput } from './course-input.ts'
import {
  at,
  adminEndpoint,
  id,
  listResponse,
  response,
  staffEndpoint,
  staleError,
  provenErrors,
  versionRules,
} from '#contract/kit/endpoint.ts'
import { maximumImageBytes } from '#contract/kit/media/images.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'
import { exerciseProblems } from './exercise-problems.ts'
import { remark, reviewStates } from './review-rules.ts'
import { invitedRoles, teacherRoles } from './teachers.ts'
import { instructorShare } from './instructor-shares.ts'
import { videoSources } from './video-values.ts'

// Managing courses and lessons: admins manage all, instructors their own.

export const courseStatuses = ['draft', 'published', 'archived'] as const
export type CourseStatus = (typeof courseStatuses)[number]

/** As staff see it: `in-review` is a draft that waits until an admin looked at it. */
export const shownStatuses = [...courseStatuses, 'in-review'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** A course in the staff's list. */
export const staffCourse = z.extend(courseCard, {
  status: z.enum(shownStatuses),
  /** Null in a draft without a price. */
  price: z.nullable(z.number()),
  instructor: z.object({ _id: z.string(), name: z.string(), avatar: z.string() }),
  /** Who earns with it; empty: its instructor, the percent of the site. */
  instructors: z.array(instructorShare),
  /** Who teaches it beside its owner. */
  teachers: z.array(z.object({ userId: z.string(), name: z.string(), role: z.enum(invitedRoles) })),
  /** The caller's role in it; null: an admin who does not teach it. */
  myRole: z.nullable(z.enum(teacherRoles)),
  pace: z.enum(coursePaces),
  enrolment: z.enum(enrolments),
  updatedAt: z.string(),
  /** Version for optimistic locking: a save with an older one is rejected. */
  version: z.number(),
})
export type StaffCourse = z.infer<typeof staffCourse>

/** A lesson as staff edit it. */
const staffLesson = z.object({
  _id: z.string(),
  courseId: z.string(),
  /** Its chapter; null before the first one. */
  chapterId: z.nullable(z.string()),
  title: z.string(),
  type: z.enum(lessonTypes),
  isPreview: z.boolean(),
  /** Only staff see a draft. */
  status: z.enum(lessonStatuses),
  readingMinutes: z.nullable(z.number()),
  source: z.optional(z.enum(videoSources)),
  youtubeId: z.optional(z.string()),
  /** A video lesson without a video. */
  isVideoMissing: z.optional(z.boolean()),
  /** The uploaded video. A save with the same one keeps it. */
  uploadId: z.optional(z.string()),
  durationSeconds: z.optional(z.number()),
  /** How many questions a quiz has: only in the list of a course, and only for quizzes. */
  questionCount: z.optional(z.number()),
  /** Faults of a code exercise: only in the list of a course. */
  exerciseProblems: z.optional(z.array(z.enum(exerciseProblems))),
  /** The URL of the picture of an uploaded video. */
  poster: z.optional(z.string()),
  /** The languages of the captions of a video. Only where a single lesson is loaded. */
  captions: z.optional(z.array(z.string())),
  /** Files to download. Only where a single lesson is loaded. */
  files: z.optional(z.array(lessonFile)),
  /** Where the uploaded video can be watched, for four hours. Only where a single lesson is loaded. */
  videoUrl: z.optional(z.string()),
  /** Present with `preview=true`, and when a single lesson is loaded. */
  text: z.optional(z.string()),
  updatedAt: z.string(),
  version: z.number(),
})
export type StaffLesson = z.infer<typeof staffLesson>

const staffCourseDetail = z.extend(staffCourse, {
  description: z.string(),
  learn: z.array(z.string()),
  /** Text of its certificate beside the title. */
  certificate: shownCourseCertificate,
  /** The URL of the uploaded picture; null when the generated cover is used. */
  uploadedThumbnail: z.nullable(z.string()),
  /** Certificates issued for it. */
  certificateCount: z.number(),
  /** Remarks of the last review, until it is sent in again. */
  remarks: z.array(remark),
  /** The last review; null for a course that was never sent in. An approval names the `revision` that was looked at. */
  review: z.nullable(z.object({ state: z.enum(reviewStates), sentAt: z.string(), revision: z.string() })),
  /** Publishing by the caller waits until an admin looked at the course. */
  mustBeReviewed: z.boolean(),
  /** In all: students who finished it, how often it was sold, and how often that was refunded. */
  figures: z.object({ finished: z.number(), sold: z.number(), refunded: z.number() }),
  /** All chapters in order. */
  chapters: z.array(staffChapter),
  /** The same, as programs read them that were written before they were called chapters (docs/changes-for-integrations.md). */
  sections: z.array(staffChapter),
  /** All lessons in order. `sectionId` is the same as `chapterId`. */
  details: z.array(z.extend(staffLesson, { sectionId: staffLesson.shape.chapterId })),
})
export type StaffCourseDetail = z.infer<typeof staffCourseDetail>

/** A user who can be assigned as instructor. */
const possibleInstructor = z.object({ _id: z.string(), name: z.string(), email: z.string() })
export type PossibleInstructor = z.infer<typeof possibleInstructor>

const lessonVersion = z.object({
  _id: z.string(),
  title: z.string(),
  savedAt: z.string(),
  savedBy: z.string(),
  excerpt: z.string(),
})
export type LessonVersion = z.infer<typeof lessonVersion>

export const courseListSorts = [
  'title',
  '-title',
  'students',
  '-students',
  'price',
  '-price',
  'lessons',
  '-lessons',
  'updated',
  '-updated',
] as const
export const listStaffCoursesInput = z.object({
  ...staffListInput(courseListSorts),
  status: z.optional(z.enum(shownStatuses, 'Status tidak dikenal')),
  category: z.optional(z.string().check(z.maxLength(100))),
  level: z.optional(z.enum(levels, 'Level tidak dikenal')),
})
export type ListStaffCoursesInput = z.output<typeof listStaffCoursesInput>

const params = z.object({ id })
const lessonParams = z.object({ id, contentId: id })
// Forms send text.
const version = z.optional(z.coerce.number('Muat ulang halaman ini').check(...versionRules))
const picture = { access: 'staff', upload: { field: 'thumbnail', maximumBytes: maximumImageBytes } } as const
// Some characters take several bytes, and JSON escapes some.
const article = { access: 'staff', maximumBodyBytes: maximumArticleLength * 2 } as const

const change = z.object({ id, version, status: z.optional(z.enum(['draft', 'published'])), ...courseChanges })

export const authoringContract = {
  listStaffCourses: staffEndpoint
    .meta({ access: 'staff', scope: 'courses:read' })
    .route(at('GET /admin/courses', 'Courses of every status; instructors see their own'))
    .input(listStaffCoursesInput)
    .output(listResponse(staffCourse)),
  showStaffCourse: staffEndpoint
    .meta({ access: 'staff', scope: 'courses:read' })
    .route(
      at('GET /admin/courses/{id}', 'A course with its lessons for staff; includes lesson bodies with preview=true'),
    )
    .input(z.object({ id, preview: z.optional(z.enum(['true', 'false'])) }))
    .output(response(staffCourseDetail)),
  listInstructors: adminEndpoint
    .route(at('GET /admin/instructors', 'All users who can be assigned as instructor'))
    .output(response(z.array(possibleInstructor))),
  createCourse: staffEndpoint
    .meta(picture)
    .route(at('POST /courses', 'Create a course; a draft only requires a title', { successStatus: 201 }))
    .input(z.discriminatedUnion('status', [newCourseInput, newDraftInput], 'Status tidak dikenal'))
    .output(response(staffCourse)),
  updateCourse: staffEndpoint
    .meta({ ...picture, freshProof: 'by-input' })
    .route(at('PUT /courses/{id}', 'Change a course'))
    .input(change)
    .output(response(staffCourse))
    .errors(provenErrors),
  patchCourse: staffEndpoint
    .meta({ ...picture, freshProof: 'by-input' })
    .route(at('PATCH /courses/{id}', 'Change some fields of a course'))
    .input(change)
    .output(response(staffCourse))
    .errors(provenErrors),
  setCourseStatus: staffEndpoint
    .route(at('PATCH /courses/{id}/status', 'Publish a course, return it to draft, or archive it'))
    .input(z.object({ id, status: z.enum(courseStatuses, 'Status tidak dikenal') }))
    .output(response(staffCourse)),
  deleteCourse: staffEndpoint
    .route(at('DELETE /courses/{id}', 'Delete a course; a course with students is archived instead'))
    .input(params)
    .output(response(z.object({ outcome: z.enum(['deleted', 'archived']) }))),
  duplicateCourse: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 60 })
    .route(
      at(
        'POST /courses/{id}/duplicate',
        'A draft with the same fields, chapters and lessons, without cover, co-teachers, assistants and cohorts',
        { successStatus: 201 },
      ),
    )
    .input(params)
    .output(response(staffCourse)),
  createLesson: staffEndpoint
    .meta(article)
    .route(
      at(
        'POST /courses/content/create',
        'Add a lesson at the end of its chapter; without chapterId, before the first chapter',
        { successStatus: 201 },
      ),
    )
    .input(newLessonInput)
    .output(response(staffLesson)),
  updateLesson: staffEndpoint
    .meta(article)
    .route(at('PUT /courses/{id}/update-content/{contentId}', 'Change a lesson'))
    .input(lessonChange({ id, contentId: id, version }))
    .output(response(staffLesson))
    .errors(staleError),
  setLessonStatus: staffEndpoint
    .route(
      at(
        'PATCH /courses/{id}/content/{contentId}/status',
        'Publish a lesson, or make it a draft, which only staff see; progress of students is kept',
      ),
    )
    .input(z.object({ id, contentId: id, status: z.enum(lessonStatuses, 'Status tidak dikenal') }))
    .output(response(staffLesson)),
  deleteLesson: staffEndpoint
    .route(at('DELETE /courses/{id}/delete-content/{contentId}', 'Remove a lesson', 'Konten berhasil dihapus'))
    .input(lessonParams)
    .output(response(z.null())),
  orderLessons: staffEndpoint
    .route(
      at('PUT /courses/{id}/content-order', 'Set the order of the lessons of a course; they stay in their chapters'),
    )
    .input(
      z.object({
        id,
        contentIds: z.array(z.string('Urutan tidak dikenal'), 'Urutan wajib diisi').check(z.maxLength(1000)),
      }),
    )
    .output(response(z.object({ contentIds: z.array(z.string()) })))
    .errors({ ORDER_CHANGED: { status: 409, message: 'Daftar materi sudah berubah. Muat ulang, lalu urutkan lagi.' } }),
  showStaffLesson: staffEndpoint
    .route(at('GET /admin/courses/{id}/content/{contentId}', 'A lesson for editing'))
    .input(lessonParams)
    .output(response(staffLesson)),
  listLessonVersions: staffEndpoint
    .route(at('GET /courses/{id}/content/{contentId}/versions', 'Earlier versions of an article, newest first'))
    .input(lessonParams)
    .output(response(z.array(lessonVersion))),
  showLessonVersion: staffEndpoint
    .route(at('GET /courses/{id}/content/{contentId}/versions/{versionId}', 'One earlier version of an article'))
    .input(z.object({ id, contentId: id, versionId: id }))
    .output(response(z.extend(lessonVersion, { text: z.string() }))),
  restoreLessonVersion: staffEndpoint
    .route(
      at(
        'POST /courses/{id}/content/{contentId}/versions/{versionId}/restore',
        'Restore an earlier version; the current one becomes a version too',
      ),
    )
    .input(z.object({ id, contentId: id, versionId: id, version }))
    .output(response(staffLesson))
    .errors(staleError),
}
