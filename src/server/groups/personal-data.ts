import { eq } from 'drizzle-orm'
import { personalDataOf, type Database, type PersonalData } from '#server/platform/database/index.ts'
import { ownedByMembers, scheduleFeeds } from './meetings/tables.ts'

export const groupsPersonalData = ({ database }: { database: Database }): PersonalData =>
  personalDataOf(database, 'groups', ownedByMembers, {
    async export(userId) {
      const [feed] = await database.query.select().from(scheduleFeeds).where(eq(scheduleFeeds.userId, userId))
      return { calendarFeedSince: feed?.createdAt ?? null }
    },
  })
