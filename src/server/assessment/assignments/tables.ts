import { integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Criterion } from '#contract/assessment/assignment.ts'
import type { Score, SubmissionStatus } from '#contract/assessment/assignment-values.ts'
import { timestamptz } from '#server/platform/database/index.ts'

export const assignments = pgTable('assignments', {
  lessonId: uuid('content_id').primaryKey(),
  version: integer().notNull(),
  points: smallint().notNull(),
  criteria: jsonb().$type<Criterion[]>().notNull(),
  savedBy: uuid('saved_by'),
  updatedAt: timestamptz('updated_at').notNull(),
})

/** Every version that a student handed in. */
export const submissions = pgTable('submissions', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  lessonId: uuid('content_id').notNull(),
  /** Counts the versions of the student, from 1. */
  number: integer().notNull(),
  status: text().$type<SubmissionStatus>().notNull(),
  text: text().notNull(),
  link: text(),
  submittedAt: timestamptz('submitted_at').notNull(),
  reviewedAt: timestamptz('reviewed_at'),
  reviewedBy: uuid('reviewed_by'),
  comment: text(),
  /** As it was at the review: later changes of the rubric change no result. */
  scores: jsonb().$type<Score[]>(),
  earnedPoints: smallint('earned_points'),
  maximumPoints: smallint('maximum_points'),
})

export const submissionFiles = pgTable('submission_files', {
  /** Also its id in the media store. */
  id: uuid().primaryKey(),
  submissionId: uuid('submission_id').notNull(),
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  position: smallint().notNull(),
  name: text().notNull(),
  bytes: integer().notNull(),
})

export type AssignmentRow = typeof assignments.$inferSelect
export type SubmissionRow = typeof submissions.$inferSelect
export type SubmissionFileRow = typeof submissionFiles.$inferSelect
