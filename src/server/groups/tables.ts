import { boolean, date, integer, pgTable, pgView, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export type GroupKind = 'cohort' | 'team'

export const groups = pgTable('groups', {
  id: uuid().primaryKey(),
  kind: text().$type<GroupKind>().notNull(),
  courseId: uuid('course_id'),
  name: text().notNull(),
  /** Days in western Indonesia. Of a cohort never null, but for the end. */
  startsOn: date('starts_on'),
  endsOn: date('ends_on'),
  joinUntil: date('join_until'),
  /** Null: as many as like. */
  seats: integer(),
  /** Shown to members only. */
  chatUrl: text('chat_url'),
  attendancePercent: smallint('attendance_percent'),
  recordingCounts: boolean('recording_counts').notNull().default(false),
  /** How many days after the start had begun before it was changed or the cohort was cancelled. */
  openedDays: integer('opened_days'),
  cancelledAt: timestamptz('cancelled_at'),
  cancelSentence: text('cancel_sentence'),
  /** Set for teams only: the buyer, or who took it over; null: the account was deleted while nobody could take over. */
  managerId: uuid('manager_id'),
  bundleId: uuid('bundle_id'),
  /** Set for teams only: the title of the thing bought, as it was then. */
  soldTitle: text('sold_title'),
  npwp: text(),
  /** Set for teams only: names the current link. */
  linkId: uuid('link_id'),
  version: integer().notNull().default(1),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
})
export type GroupRow = typeof groups.$inferSelect

/** Seats of lines of open orders. */
export const heldSeats = pgTable('held_seats', {
  lineId: uuid('line_id').primaryKey(),
  groupId: uuid('group_id').notNull(),
})

/** Buyers whose open orders hold seats; written by the checkout. */
export const seatHolders = pgView('seat_holders', {
  groupId: uuid('group_id').notNull(),
  userId: uuid('user_id').notNull(),
}).existing()

/** Cohorts that a student is in, or left at a time. */
export const scheduleMemberships = pgView('schedule_memberships', {
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  groupId: uuid('group_id').notNull(),
  leftAt: timestamptz('left_at'),
}).existing()

/** Rights to study that are not revoked, as groups read them; written by the enrolment. */
export const groupMembers = pgView('group_members', {
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  groupId: uuid('group_id').notNull(),
  joinedAt: timestamptz('group_joined_at').notNull(),
  grantedAt: timestamptz('granted_at').notNull(),
  sourceRef: text('source_ref').notNull(),
  studentName: text('student_name').notNull(),
  completedLessons: integer('completed_lessons').notNull(),
  openedDays: integer('opened_days'),
  endsAt: timestamptz('ends_at'),
}).existing()
