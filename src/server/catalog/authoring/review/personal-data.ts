import { and, eq, inArray } from 'drizzle-orm'
import { courses } from '#server/catalog/index.ts'
import { personalDataOf, type Database, type PersonalData } from '#server/platform/database/index.ts'
import { approvedInstructors, courseReviews, ownedByAuthors } from './tables.ts'

/** Courses that a person sent in, and since when theirs are published at once. */
export const reviewsPersonalData = ({ database }: { database: Database }): PersonalData =>
  personalDataOf(database, 'courseReviews', ownedByAuthors, {
    async export(userId) {
      const own = eq(approvedInstructors.userId, userId)
      const [approved] = await database.query.select().from(approvedInstructors).where(own)
      return { approvedSince: approved?.approvedAt ?? null }
    },
    /** Courses of theirs that wait are drafts again. */
    async erase(tx, { id: userId }) {
      const own = tx.select({ id: courses.id }).from(courses).where(eq(courses.instructorId, userId))
      const waits = and(inArray(courseReviews.courseId, own), eq(courseReviews.state, 'waiting'))
      await tx.delete(courseReviews).where(waits)
      await tx.update(courseReviews).set({ sentBy: null }).where(eq(courseReviews.sentBy, userId))
    },
  })
