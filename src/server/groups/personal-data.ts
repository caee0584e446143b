import { eq } from 'drizzle-orm'
import type { PersonalData } from '#server/identity/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { attendances, scheduleFeeds } from './meetings/tables.ts'

/** Where somebody was, and the calendar feed. Who is in a cohort is exported and erased with the enrolments. */
export const groupsPersonalData = ({ database }: { database: Database }): PersonalData => ({
  name: 'groups',

  async export(userId) {
    const noted = await database.query.select().from(attendances).where(eq(attendances.userId, userId))
    const feeds = await database.query.select().from(scheduleFeeds).where(eq(scheduleFeeds.userId, userId))
    return {
      attendances: noted.map(({ meetingId, attended, byHand, notedAt }) => ({ meetingId, attended, byHand, notedAt })),
      calendarFeedSince: feeds[0]?.createdAt ?? null,
    }
  },

  async erase(tx, { id: userId }) {
    await tx.delete(attendances).where(eq(attendances.userId, userId))
    await tx.delete(scheduleFeeds).where(eq(scheduleFeeds.userId, userId))
  },
})
