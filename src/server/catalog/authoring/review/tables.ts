import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Remark, ReviewState } from '#contract/catalog/review-rules.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'

/** The last look at a course before its first sale. The course itself stays a draft until it is approved. */
export const courseReviews = pgTable('course_reviews', {
  courseId: uuid('course_id').primaryKey(),
  state: text().$type<ReviewState>().notNull(),
  sentBy: uuid('sent_by'),
  sentAt: timestamptz('sent_at').notNull(),
  decidedBy: uuid('decided_by'),
  decidedAt: timestamptz('decided_at'),
  remarks: jsonb().$type<Remark[]>().notNull().default([]),
})
export type ReviewRow = typeof courseReviews.$inferSelect

/** Instructors whose courses are published at once. */
export const approvedInstructors = pgTable('approved_instructors', {
  userId: uuid('user_id').primaryKey(),
  approvedAt: timestamptz('approved_at').notNull(),
})

export const ownedByAuthors = {
  approvals: owned(approvedInstructors, { owner: 'userId', key: 'userId', export: [], onErase: 'delete' }),
  reviews: owned(courseReviews, {
    owner: 'sentBy',
    key: 'courseId',
    export: ['courseId', 'state', 'sentAt', 'decidedAt', 'remarks'],
    onErase: 'by hand',
  }),
}
