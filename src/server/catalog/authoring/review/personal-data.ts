import { and, eq, inArray } from 'drizzle-orm'
import { courses } from '#server/catalog/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { approvedInstructors, courseReviews } from './tables.ts'

/** Courses that a person sent in, and since when theirs are published at once. */
export const reviewsPersonalData = ({ database }: { database: Database }): PersonalData => ({
  name: 'courseReviews',

  async export(userId) {
    const { query } = database
    const sent = await query.select().from(courseReviews).where(eq(courseReviews.sentBy, userId)).limit(1000)
    const [approved] = await query.select().from(approvedInstructors).where(eq(approvedInstructors.userId, userId))
    return {
      approvedSince: approved?.approvedAt ?? null,
      reviews: sent.map(({ courseId, state, sentAt, decidedAt, remarks }) => ({
        courseId,
        state,
        sentAt,
        decidedAt,
        remarks,
      })),
    }
  },

  /** Courses of theirs that wait are drafts again. */
  async erase(tx, { id: userId }) {
    const own = tx.select({ id: courses.id }).from(courses).where(eq(courses.instructorId, userId))
    await tx.delete(courseReviews).where(and(inArray(courseReviews.courseId, own), eq(courseReviews.state, 'waiting')))
    await tx.update(courseReviews).set({ sentBy: null }).where(eq(courseReviews.sentBy, userId))
    await tx.delete(approvedInstructors).where(eq(approvedInstructors.userId, userId))
  },
})
