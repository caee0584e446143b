import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { InvitationRole } from '#contract/learning/invitations.ts'
import { timestamptz } from '#server/platform/database/index.ts'

/** Who was asked by mail to study or teach a course, until they accept. */
export const courseInvitations = pgTable('course_invitations', {
  id: uuid().primaryKey(),
  courseId: uuid('course_id').notNull(),
  email: text().notNull(),
  role: text().$type<InvitationRole>().notNull(),
  invitedBy: uuid('invited_by').notNull(),
  invitedAt: timestamptz('invited_at').notNull(),
  /** Null: the mailbox had enough mails. */
  mailedAt: timestamptz('mailed_at'),
})
export type InvitationRow = typeof courseInvitations.$inferSelect
