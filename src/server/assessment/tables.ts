import { bigint, boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Answers, Question, ShowAnswers } from '#contract/assessment/quiz.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'
import type { Layout } from './attempts/layout.ts'

/** The questions of a quiz as they were saved. Rows never change: an attempt refers to the questions that it was opened with. */
export const quizRevisions = pgTable('quiz_revisions', {
  id: uuid().primaryKey(),
  lessonId: uuid('content_id').notNull(),
  questions: jsonb().$type<Question[]>().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

export const quizzes = pgTable('quizzes', {
  lessonId: uuid('content_id').primaryKey(),
  revisionId: uuid('revision_id').notNull(),
  version: integer().notNull(),
  questionCount: smallint('question_count').notNull(),
  passPercent: smallint('pass_percent').notNull(),
  /** 0: unlimited. */
  maximumAttempts: smallint('maximum_attempts').notNull(),
  timeLimitMinutes: smallint('time_limit_minutes'),
  shuffleQuestions: boolean('shuffle_questions').notNull(),
  shuffleOptions: boolean('shuffle_options').notNull(),
  /** Null: all questions. */
  draw: smallint(),
  showAnswers: text('show_answers').$type<ShowAnswers>().notNull(),
  savedBy: uuid('saved_by'),
  updatedAt: timestamptz('updated_at').notNull(),
})

export const quizAttempts = pgTable('quiz_attempts', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  lessonId: uuid('content_id').notNull(),
  /** Counts the attempts of the student at the quiz, from 1. */
  number: integer().notNull(),
  revisionId: uuid('revision_id').notNull(),
  layout: jsonb().$type<Layout>().notNull(),
  /** As when it was opened. */
  passPercent: smallint('pass_percent').notNull(),
  showAnswers: text('show_answers').$type<ShowAnswers>().notNull(),
  answers: jsonb().$type<Answers>().notNull(),
  seq: bigint({ mode: 'number' }).notNull(),
  startedAt: timestamptz('started_at').notNull(),
  deadline: timestamptz('deadline'),
  /** When the student was told that it ends soon. */
  deadlineToldAt: timestamptz('deadline_told_at'),
  /** When periodic work scores it; null: not at all. */
  dueAt: timestamptz('due_at'),
  /** Null: open. */
  submittedAt: timestamptz('submitted_at'),
  percent: smallint(),
  passed: boolean(),
  /** Earned points by question id. */
  points: jsonb().$type<Record<string, number>>(),
})
export type QuizRow = typeof quizzes.$inferSelect
export type AttemptRow = typeof quizAttempts.$inferSelect

/** Deleted with the enrolment, which account deletion removes. */
export const ownedAttempts = owned(quizAttempts, {
  owner: 'userId',
  key: 'id',
  export: ['courseId', 'lessonId', 'number', 'answers', 'startedAt', 'submittedAt', 'percent', 'passed'],
  present: ({ lessonId, ...row }) => ({ ...row, contentId: lessonId }),
  onErase: 'by hand',
})
