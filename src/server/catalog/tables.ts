import { boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { plainCertificate, type CourseCertificate } from '#contract/catalog/course-certificate.ts'
import type { InvitedRole } from '#contract/catalog/teachers.ts'
import type { CategoryGroup, LessonStatus, LessonType, CoursePace, Level } from '#contract/catalog/catalog.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'
import type { CleanHtml } from '#server/platform/rich-text/index.ts'

export const categories = pgTable('categories', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  slug: text().notNull(),
  group: text('group_name').$type<CategoryGroup>().notNull(),
  inMenu: boolean('in_menu').notNull().default(false),
  position: integer().notNull().default(0),
  version: integer().notNull().default(1),
})

export type CourseStatus = 'draft' | 'published' | 'archived'

export const courses = pgTable('courses', {
  id: uuid().primaryKey(),
  status: text().$type<CourseStatus>().notNull(),
  title: text().notNull(),
  tagline: text().notNull().default(''),
  description: text().notNull().default(''),
  learn: jsonb().$type<string[]>().notNull().default([]),
  thumbnail: text(),
  categoryId: uuid('category_id'),
  level: text().$type<Level>().notNull().default('Pemula'),
  /** Null: not entered yet, in drafts only. */
  priceIdr: integer('price_idr'),
  discountPercent: smallint('discount_percent').notNull().default(0),
  instructorId: uuid('instructor_id').notNull(),
  studentCount: integer('student_count').notNull().default(0),
  ratingCount: integer('rating_count').notNull().default(0),
  ratingSum: integer('rating_sum').notNull().default(0),
  pace: text().$type<CoursePace>().notNull().default('free'),
  /** Since when students choose a cohort; null: they do not. */
  cohortsSince: timestamptz('cohorts_since'),
  certificate: jsonb().$type<CourseCertificate>().notNull().default(plainCertificate),
  version: integer().notNull().default(1),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  publishedAt: timestamptz('published_at'),
})

/** Who earns with a course; none: its instructor, the percent of the site. */
export const courseInstructors = pgTable('course_instructors', {
  courseId: uuid('course_id').notNull(),
  userId: uuid('user_id').notNull(),
  position: smallint().notNull(),
  sharePercent: smallint('share_percent').notNull(),
})

/** Who teaches a course beside its owner, `courses.instructorId`. */
export const courseTeachers = pgTable('course_teachers', {
  courseId: uuid('course_id').notNull(),
  userId: uuid('user_id').notNull(),
  role: text().$type<InvitedRole>().notNull(),
  position: smallint().notNull().default(0),
})

/** Chapters of a course. */
export const courseChapters = pgTable('course_sections', {
  id: uuid().primaryKey(),
  courseId: uuid('course_id').notNull(),
  position: integer().notNull(),
  title: text().notNull(),
  /** With the pace `drip`: days from enrolment until it opens. */
  dripDays: smallint('drip_days').notNull().default(0),
})

export const lessons = pgTable('contents', {
  id: uuid().primaryKey(),
  courseId: uuid('course_id').notNull(),
  /** Null: before the first chapter. */
  chapterId: uuid('section_id'),
  /** The order of all lessons of the course, also across chapters. */
  position: integer().notNull(),
  title: text().notNull(),
  type: text().$type<LessonType>().notNull(),
  youtubeId: text('youtube_id'),
  /** The uploaded video; a video lesson has either this or a YouTube id, or waits for its video with neither. */
  mediaId: uuid('media_id'),
  durationSeconds: integer('duration_seconds'),
  /** File name of the picture of an uploaded video. */
  poster: text(),
  bodyHtml: text('body_html').$type<CleanHtml>(),
  readingMinutes: smallint('reading_minutes'),
  isPreview: boolean('is_preview').notNull().default(false),
  status: text().$type<LessonStatus>().notNull().default('published'),
  /** When it was published after it had been a draft. Null: it never was one, or is one that was never published. */
  publishedAt: timestamptz('published_at'),
  version: integer().notNull().default(1),
  savedBy: uuid('saved_by'),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  /** True only in the transaction that deletes the lesson: triggers then leave its students' enrolments alone. */
  isBeingDeleted: boolean('is_being_deleted').notNull().default(false),
})
export type LessonRow = typeof lessons.$inferSelect
/** A lesson without the body of its article, from which `LessonSummary` is made. */
export type LessonSummaryRow = Omit<LessonRow, 'bodyHtml'>

/** Earlier versions of articles, stored when a save replaces them. */
export const lessonVersions = pgTable('content_versions', {
  id: uuid().primaryKey(),
  lessonId: uuid('content_id').notNull(),
  title: text().notNull(),
  bodyHtml: text('body_html').$type<CleanHtml>().notNull(),
  savedBy: uuid('saved_by'),
  savedAt: timestamptz('saved_at').notNull(),
})

/** Captions of a video lesson, a text a language. */
export const lessonCaptions = pgTable('content_captions', {
  lessonId: uuid('content_id').notNull(),
  lang: text().notNull(),
  /** WebVTT. */
  vtt: text().notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
})

/** Files of a lesson; copies of a course share their bytes. */
export const lessonFiles = pgTable('content_files', {
  id: uuid().primaryKey(),
  lessonId: uuid('content_id').notNull(),
  courseId: uuid('course_id').notNull(),
  mediaId: uuid('media_id').notNull(),
  position: smallint().notNull(),
  name: text().notNull(),
  bytes: integer().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

export const ownedByTeachers = {
  teaches: owned(courseTeachers, {
    owner: 'userId',
    key: 'courseId',
    export: ['courseId', 'role'],
    onErase: 'delete',
  }),
  shares: owned(courseInstructors, {
    owner: 'userId',
    key: 'courseId',
    export: ['courseId', 'sharePercent'],
    onErase: 'delete',
  }),
}
