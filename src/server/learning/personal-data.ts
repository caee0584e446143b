import { and, eq, isNull } from 'drizzle-orm'
import type { Catalog } from '#server/catalog/index.ts'
import type { Changes } from '#server/changes/index.ts'
import type { Database } from '#server/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { certificates } from './certificates/tables.ts'
import { deleteReview } from './reviews.ts'
import { completions, enrollments, lessonMarks, lessonNotes, lessonPositions, resumes, reviews } from './tables.ts'

/** What learning knows about a person: courses, progress, reviews, certificates. All of it goes when they leave. */
export function createLearningPersonalData({ database, catalog, changes }: { database: Database; catalog: Catalog; changes: Changes }): PersonalData {
  return {
    name: 'learning',

    async export(userId) {
      const { query } = database
      const [enrolled, completed, marked, reached, written, noted, [resume], issued] = await Promise.all([
        query.select().from(enrollments).where(eq(enrollments.userId, userId)),
        query.select().from(completions).where(eq(completions.userId, userId)),
        query.select().from(lessonMarks).where(eq(lessonMarks.userId, userId)),
        query.select().from(lessonPositions).where(eq(lessonPositions.userId, userId)),
        query.select().from(reviews).where(eq(reviews.userId, userId)),
        query.select().from(lessonNotes).where(eq(lessonNotes.userId, userId)),
        query.select().from(resumes).where(eq(resumes.userId, userId)),
        query.select().from(certificates).where(eq(certificates.userId, userId)),
      ])
      return {
        courses: enrolled.map(({ courseId, grantedAt, revokedAt, lastAccessedAt, finishedAt }) => ({
          courseId,
          grantedAt,
          revokedAt,
          lastAccessedAt,
          finishedAt,
        })),
        completedLessons: completed.map(({ courseId, contentId, completedAt }) => ({ courseId, contentId, completedAt })),
        lessonMarks: marked.map(({ courseId, contentId, completed: done, markedAt }) => ({ courseId, contentId, completed: done, markedAt })),
        positions: reached.map(({ courseId, contentId, reached: position, notedAt }) => ({ courseId, contentId, reached: position, notedAt })),
        reviews: written.map(({ courseId, rating, body, createdAt, updatedAt }) => ({ courseId, rating, text: body, createdAt, updatedAt })),
        notes: noted.map(({ courseId, contentId, body, updatedAt }) => ({ courseId, contentId, text: body, updatedAt })),
        resume: resume?.data ?? null,
        certificates: issued.map(({ id, courseId, name, courseTitle, issuedAt, revokedAt }) => ({ id, courseId, name, courseTitle, issuedAt, revokedAt })),
      }
    },

    async forget(tx, { id: userId }) {
      for (const { courseId } of await tx.select({ courseId: reviews.courseId }).from(reviews).where(eq(reviews.userId, userId))) {
        await deleteReview(tx, catalog, userId, courseId)
      }
      const standing = and(eq(enrollments.userId, userId), isNull(enrollments.revokedAt))
      for (const { courseId } of await tx.select({ courseId: enrollments.courseId }).from(enrollments).where(standing)) {
        await catalog.countStudents(tx, courseId, -1)
      }
      // Completions, marks, positions and notes go with their enrolments.
      await tx.delete(enrollments).where(eq(enrollments.userId, userId))
      await tx.delete(resumes).where(eq(resumes.userId, userId))
      const gone = await tx.delete(certificates).where(eq(certificates.userId, userId)).returning({ id: certificates.id })
      await changes.changed(
        tx,
        gone.map(({ id }) => `certificate:${id}`),
      )
    },
  }
}
