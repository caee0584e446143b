import { gt } from 'drizzle-orm'
import { boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { CvInput } from '#contract/learning/cv.ts'
import { enrollments } from './memberships.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'

export { enrollments }

export const completions = pgTable('completions', {
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  lessonId: uuid('content_id').notNull(),
  completedAt: timestamptz('completed_at').notNull(),
})

export const reviews = pgTable('reviews', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  rating: smallint().notNull(),
  body: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  /** The number of its votes. */
  helpfulCount: integer('helpful_count').notNull().default(0),
  courseVersion: integer('course_version'),
  /** Set while an admin hides the review: it is not shown and does not count. */
  hiddenAt: timestamptz('hidden_at'),
  hiddenReason: text('hidden_reason'),
  /** The public answer of the course's staff. */
  replyBody: text('reply_body'),
  replyBy: uuid('reply_by'),
  repliedAt: timestamptz('replied_at'),
  replyEditedAt: timestamptz('reply_edited_at'),
})

export const completionChanges = pgTable('lesson_marks', {
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  lessonId: uuid('content_id').notNull(),
  completed: boolean().notNull(),
  markedAt: timestamptz('marked_at').notNull(),
})

export const lessonNotes = pgTable('lesson_notes', {
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  lessonId: uuid('content_id').notNull(),
  body: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: timestamptz('updated_at').notNull(),
})

export const lessonPositions = pgTable('lesson_positions', {
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  lessonId: uuid('content_id').notNull(),
  /** Seconds of a video, thousandths of an article. */
  reached: integer().notNull(),
  /** `neverNoted`: the lesson was opened, and has no position. */
  notedAt: timestamptz('noted_at').notNull(),
  /** The last time; a trigger sets it at each position and completion. Null on rows of an older version: `notedAt`. */
  openedAt: timestamptz('opened_at'),
})

/** Before every position. */
export const neverNoted = new Date(0)

export const resumes = pgTable('resumes', {
  userId: uuid('user_id').primaryKey(),
  data: jsonb().$type<CvInput>().notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  version: integer().notNull().default(1),
})

/** Days in western Indonesia on which a student completed a lesson that was deleted since. */
export const studyDays = pgTable('study_days', {
  userId: uuid('user_id').notNull(),
  day: date().notNull(),
})

/** The goal of a week is the last one that starts on or before its Monday. */
export const weeklyGoals = pgTable('weekly_goals', {
  userId: uuid('user_id').notNull(),
  startsOn: date('starts_on').notNull(),
  /** Null: no goal from then on. */
  days: smallint(),
  setAt: timestamptz('set_at').notNull(),
})

const withContentId = <Row extends { lessonId: unknown }>({ lessonId, ...row }: Row) => ({
  ...row,
  contentId: lessonId,
})

export const ownedByStudents = {
  courses: owned(enrollments, {
    owner: 'userId',
    key: 'courseId',
    export: [
      'courseId',
      'groupId',
      'groupJoinedAt',
      'endsAt',
      'grantedAt',
      'revokedAt',
      'lastAccessedAt',
      'finishedAt',
      'undoneFinishAt',
    ],
    present: ({ groupId, groupJoinedAt, ...row }) => ({ ...row, cohortId: groupId, cohortJoinedAt: groupJoinedAt }),
    onErase: 'by hand',
  }),
  // These four are deleted with the enrolment.
  completedLessons: owned(completions, {
    owner: 'userId',
    key: 'lessonId',
    export: ['courseId', 'lessonId', 'completedAt'],
    present: withContentId,
    onErase: 'by hand',
  }),
  lessonMarks: owned(completionChanges, {
    owner: 'userId',
    key: 'lessonId',
    export: ['courseId', 'lessonId', 'completed', 'markedAt'],
    present: withContentId,
    onErase: 'by hand',
  }),
  openedLessons: owned(lessonPositions, {
    owner: 'userId',
    key: 'lessonId',
    export: ['courseId', 'lessonId', 'notedAt', 'openedAt'],
    present: ({ courseId, lessonId, notedAt, openedAt }) => ({
      courseId,
      contentId: lessonId,
      openedAt: openedAt ?? notedAt,
    }),
    onErase: 'by hand',
  }),
  positions: owned(lessonPositions, {
    owner: 'userId',
    key: 'lessonId',
    where: gt(lessonPositions.notedAt, neverNoted),
    export: ['courseId', 'lessonId', 'reached', 'notedAt'],
    present: withContentId,
    onErase: 'by hand',
  }),
  notes: owned(lessonNotes, {
    owner: 'userId',
    key: 'lessonId',
    export: ['courseId', 'lessonId', 'body', 'updatedAt'],
    present: ({ lessonId, body, ...row }) => ({ ...row, contentId: lessonId, text: body }),
    onErase: 'by hand',
  }),
  reviews: owned(reviews, {
    owner: 'userId',
    key: 'id',
    export: ['courseId', 'rating', 'body', 'createdAt', 'updatedAt'],
    present: ({ body, ...row }) => ({ ...row, text: body }),
    onErase: 'by hand',
  }),
  // Lessons that were deleted since; deleting completions writes some.
  studyDays: owned(studyDays, {
    owner: 'userId',
    key: 'day',
    export: ['day'],
    present: ({ day }) => day,
    onErase: 'delete',
  }),
  weeklyGoals: owned(weeklyGoals, {
    owner: 'userId',
    key: 'startsOn',
    export: ['startsOn', 'days', 'setAt'],
    onErase: 'delete',
  }),
  resumes: owned(resumes, { owner: 'userId', key: 'userId', export: [], onErase: 'delete' }),
}
