import * as z from 'zod/mini'
import { categoryGroups, lessonTypes, courseSorts, levels } from './course-rules.ts'
import { at, response, listResponse, paging, cachedEndpoint, publicEndpoint } from '#contract/kit/endpoint.ts'
import { videoSources } from './video-values.ts'

export * from './course-rules.ts'

const category = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  group: z.enum(categoryGroups),
  /** False where the Kelas menu leaves it out. Absent otherwise: every page carries the categories. */
  isInMenu: z.optional(z.literal(false)),
  /** Published courses in it. */
  courseCount: z.number(),
})
export type Category = z.infer<typeof category>

/** `slug` is the address of their page. */
const instructor = z.object({ name: z.string(), avatar: z.string(), slug: z.nullish(z.string()) })

/** A course in lists. */
export const courseCard = z.object({
  _id: z.string(),
  title: z.string(),
  name: z.string(),
  tagline: z.string(),
  thumbnail: z.string(),
  categoryId: z.string(),
  category: z.object({ _id: z.string(), name: z.string(), slug: z.string() }),
  /** The list price; in a sale the price asked before. */
  price: z.number(),
  /** Percent off `price`. */
  discount: z.number(),
  /** In a sale: what is paid, and until when (ISO 8601, UTC). */
  sale: z.nullish(z.object({ price: z.number(), endsAt: z.string() })),
  /** The price with the code that the site announces, where that is less. In lists. */
  promo: z.nullish(z.object({ code: z.string(), price: z.number() })),
  levels: z.enum(levels),
  instructor,
  rating: z.number(),
  ratingCount: z.number(),
  students: z.number(),
  enrollmentCount: z.number(),
  lessonCount: z.number(),
  /** When it was published, or the last change of a draft (ISO 8601, UTC). */
  publishedAt: z.string(),
})
export type CourseCard = z.infer<typeof courseCard>

/**
 * Why a lesson is closed to a student: until a time (ISO 8601, UTC), until another lesson, by its id, is completed, until the student chose a
 * cohort, or because the right to study has ended.
 */
export const lessonClosure = z.object({
  opensAt: z.optional(z.string()),
  opensAfter: z.optional(z.string()),
  opensWith: z.optional(z.literal('cohort')),
  endedAt: z.optional(z.string()),
})
export type LessonClosure = z.infer<typeof lessonClosure>

/** A lesson in the outline. `youtubeId`, `poster` and `text` are present only when the viewer may study it. */
export const lessonSummary = z.object({
  _id: z.string(),
  title: z.string(),
  type: z.enum(lessonTypes),
  courseId: z.string(),
  isPreview: z.boolean(),
  /** Reading time of an article in minutes; null for every other kind. */
  readingMinutes: z.nullable(z.number()),
  /** Videos only. In outlines only where it is not YouTube. */
  source: z.optional(z.enum(videoSources)),
  youtubeId: z.optional(z.string()),
  /** A video lesson whose video was not uploaded yet. Only for viewers who may study it. */
  isVideoMissing: z.optional(z.boolean()),
  /** Length of an uploaded video. */
  durationSeconds: z.optional(z.number()),
  /** Size of an uploaded video in bytes. Only for viewers who may watch it. */
  videoBytes: z.optional(z.number()),
  /** The URL of a picture of an uploaded video. */
  poster: z.optional(z.string()),
  /** Where the uploaded video is for this viewer, for four hours. Only where a single lesson is loaded. */
  videoUrl: z.optional(z.string()),
  /** The languages of its captions. Where a lesson is loaded with its body; in a course only where it has some. */
  captions: z.optional(z.array(z.string())),
  /** Files to download. Where a lesson is loaded with its body; only where it has some. */
  files: z.optional(z.array(z.object({ _id: z.string(), name: z.string(), bytes: z.number() }))),
  /** The viewer's e-mail address, where the site shows it over videos. Beside `videoUrl`. */
  watermark: z.optional(z.string()),
  text: z.optional(z.string()),
  /** Added after the viewer finished the course, and not completed yet. */
  isNew: z.optional(z.boolean()),
  /** One of them for an enrolled student while the lesson is closed; its body is not sent. */
  ...lessonClosure.shape,
})
export type LessonSummary = z.infer<typeof lessonSummary>

const filterMessage = 'Nilai filter tidak dikenal'

/** API parameters and page URLs use the same names. */
const courseFilters = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  category: z.optional(z.string().check(z.maxLength(100, filterMessage))),
  group: z.optional(z.enum(categoryGroups, filterMessage)),
  level: z.optional(z.enum(levels, filterMessage)),
  type: z.optional(z.enum(['free', 'premium'], filterMessage)),
  promo: z.optional(z.enum(['true', 'false'], filterMessage)),
  sort: z.optional(z.enum(courseSorts, filterMessage)),
}

const listCoursesInput = z.object({ ...courseFilters, ...paging })
export type ListCoursesInput = z.infer<typeof listCoursesInput>

export const catalogContract = {
  listCategories: cachedEndpoint
    .route(at('GET /categories', 'All categories with the number of published courses'))
    .output(response(z.array(category))),
  listCourses: cachedEndpoint
    .route(at('GET /courses', 'Published courses, filtered, sorted and paged'))
    .input(listCoursesInput)
    .output(listResponse(courseCard)),
  listCoursesByKeyword: publicEndpoint
    .route(at('GET /courses/keyword/{keyword}', 'Published courses of a category slug, or matching a keyword'))
    .input(
      z.object({
        keyword: z.string().check(z.maxLength(100, 'Kata pencarian maksimal 100 karakter')),
        ...courseFilters,
        ...paging,
      }),
    )
    .output(listResponse(courseCard)),
}
