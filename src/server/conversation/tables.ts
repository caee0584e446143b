import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AnnouncementPart } from '#contract/conversation/announcements.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'
import type { CleanHtml } from '#server/platform/rich-text/index.ts'

export const questions = pgTable('course_questions', {
  id: uuid().primaryKey(),
  courseId: uuid('course_id').notNull(),
  lessonId: uuid('content_id'),
  second: integer(),
  /** Null: the account is gone. */
  userId: uuid('user_id'),
  byStaff: boolean('by_staff').notNull(),
  title: text().notNull(),
  body: text().notNull(),
  html: text().$type<CleanHtml>().notNull(),
  /** Which state of the renderer made the HTML. */
  renderer: integer().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  editedAt: timestamptz('edited_at'),
  deletedAt: timestamptz('deleted_at'),
  hiddenAt: timestamptz('hidden_at'),
  hiddenReason: text('hidden_reason'),
  /** Counts answers that are not hidden. */
  answerCount: integer('answer_count').notNull().default(0),
  staffAnswered: boolean('staff_answered').notNull().default(false),
  voteCount: integer('vote_count').notNull().default(0),
  acceptedId: uuid('accepted_id'),
  /** Made by the sender, so that a post that is sent again is stored once. */
  sentKey: uuid('sent_key'),
})
export type QuestionRow = typeof questions.$inferSelect

export const answers = pgTable('course_answers', {
  id: uuid().primaryKey(),
  questionId: uuid('question_id').notNull(),
  userId: uuid('user_id'),
  byStaff: boolean('by_staff').notNull(),
  body: text().notNull(),
  html: text().$type<CleanHtml>().notNull(),
  renderer: integer().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  editedAt: timestamptz('edited_at'),
  hiddenAt: timestamptz('hidden_at'),
  hiddenReason: text('hidden_reason'),
  voteCount: integer('vote_count').notNull().default(0),
  sentKey: uuid('sent_key'),
})
export type AnswerRow = typeof answers.$inferSelect

export const questionVotes = pgTable('question_votes', {
  userId: uuid('user_id').notNull(),
  questionId: uuid('question_id').notNull(),
})
export const answerVotes = pgTable('answer_votes', {
  userId: uuid('user_id').notNull(),
  answerId: uuid('answer_id').notNull(),
})

/** A report names one question, answer or review. */
export const reports = pgTable('reports', {
  id: uuid().primaryKey(),
  courseId: uuid('course_id').notNull(),
  questionId: uuid('question_id'),
  answerId: uuid('answer_id'),
  reviewId: uuid('review_id'),
  userId: uuid('user_id').notNull(),
  reason: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  state: text().$type<'open' | 'hidden' | 'dismissed'>().notNull().default('open'),
  decidedAt: timestamptz('decided_at'),
  decidedBy: uuid('decided_by'),
})
export type ReportRow = typeof reports.$inferSelect

export const writingBlocks = pgTable('writing_blocks', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  /** Null: in all courses. */
  courseId: uuid('course_id'),
  blockedBy: uuid('blocked_by'),
  createdAt: timestamptz('created_at').notNull(),
})

export const announcements = pgTable('announcements', {
  /** Also the id of its broadcast. */
  id: uuid().primaryKey(),
  courseId: uuid('course_id').notNull(),
  authorId: uuid('author_id').notNull(),
  audience: text().$type<AnnouncementPart | 'selected'>().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  html: text().$type<CleanHtml>().notNull(),
  renderer: integer().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  editedAt: timestamptz('edited_at'),
  sentKey: uuid('sent_key'),
})
export type AnnouncementRow = typeof announcements.$inferSelect

export const ownedByAuthors = {
  questions: owned(questions, {
    owner: 'userId',
    key: 'id',
    export: ['courseId', 'lessonId', 'title', 'body', 'createdAt', 'editedAt'],
    present: ({ lessonId, body, ...row }) => ({ ...row, contentId: lessonId, text: body }),
    onErase: 'by hand',
  }),
  answers: owned(answers, {
    owner: 'userId',
    key: 'id',
    export: ['questionId', 'body', 'createdAt', 'editedAt'],
    present: ({ body, ...row }) => ({ ...row, text: body }),
    onErase: 'by hand',
  }),
  reports: owned(reports, {
    owner: 'userId',
    key: 'id',
    export: ['courseId', 'questionId', 'answerId', 'reviewId', 'reason', 'createdAt'],
    onErase: 'by hand',
  }),
  questionVotes: owned(questionVotes, { owner: 'userId', key: 'questionId', export: [], onErase: 'by hand' }),
  answerVotes: owned(answerVotes, { owner: 'userId', key: 'answerId', export: [], onErase: 'by hand' }),
  writingBlocks: owned(writingBlocks, { owner: 'userId', key: 'id', export: [], onErase: 'delete' }),
}
