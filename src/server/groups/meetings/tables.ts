import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { owned, timestamptz } from '#server/platform/database/index.ts'

export const meetings = pgTable('meetings', {
  id: uuid().primaryKey(),
  groupId: uuid('group_id').notNull(),
  title: text().notNull(),
  startsAt: timestamptz('starts_at').notNull(),
  minutes: smallint().notNull(),
  /** Given to who joins, and to nobody else. */
  url: text().notNull(),
  chapterId: uuid('chapter_id'),
  recordingId: uuid('recording_id'),
  /** Counts changes, for calendars. */
  sequence: integer().notNull().default(0),
  cancelledAt: timestamptz('cancelled_at'),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
})
export type MeetingRow = typeof meetings.$inferSelect

export const attendances = pgTable('attendances', {
  meetingId: uuid('meeting_id').notNull(),
  userId: uuid('user_id').notNull(),
  attended: boolean().notNull(),
  /** Noted by staff: joining changes it no more. */
  byHand: boolean('by_hand').notNull(),
  notedAt: timestamptz('noted_at').notNull(),
})

export type Round = 'day' | 'soon'
/** Reminders that are not finished yet. */
export const meetingRounds = pgTable('meeting_rounds', {
  meetingId: uuid('meeting_id').notNull(),
  round: text().$type<Round>().notNull(),
  dueAt: timestamptz('due_at').notNull(),
  /** The last member who was told. */
  toldTo: uuid('told_to'),
})

export const scheduleFeeds = pgTable('schedule_feeds', {
  userId: uuid('user_id').primaryKey(),
  feedId: uuid('feed_id').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

/** Who is in a cohort is exported and erased with the enrolments. */
export const ownedByMembers = {
  attendances: owned(attendances, {
    owner: 'userId',
    key: 'meetingId',
    export: ['meetingId', 'attended', 'byHand', 'notedAt'],
    onErase: 'delete',
  }),
  calendarFeeds: owned(scheduleFeeds, { owner: 'userId', key: 'userId', export: [], onErase: 'delete' }),
}
