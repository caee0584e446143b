import { asc, desc, eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import type { Media } from '#server/platform/media/index.ts'
import { submissionFiles, submissions } from './assignments/tables.ts'
import { quizAttempts } from './tables.ts'

/** Attempts at quizzes, and submissions with their files. They are deleted with the enrolment, which account deletion removes. */
export function assessmentPersonalData({ database, media }: { database: Database; media: Media }): PersonalData {
  return {
    name: 'assessment',
    async export(userId) {
      const attempts = await database.query.select().from(quizAttempts).where(eq(quizAttempts.userId, userId)).orderBy(asc(quizAttempts.startedAt))
      const handedIn = await database.query.select().from(submissions).where(eq(submissions.userId, userId)).orderBy(desc(submissions.submittedAt))
      const files = await database.query.select().from(submissionFiles).where(eq(submissionFiles.userId, userId)).orderBy(asc(submissionFiles.position))
      const filesOf = Map.groupBy(files, ({ submissionId }) => submissionId)
      return {
        quizAttempts: attempts.map(({ courseId, lessonId, number, answers, startedAt, submittedAt, percent, passed }) => ({
          courseId,
          contentId: lessonId,
          number,
          answers,
          startedAt,
          submittedAt,
          percent,
          passed,
        })),
        submissions: handedIn.map(({ id, courseId, lessonId, number, status, text, link, submittedAt, reviewedAt, comment, scores, earnedPoints }) => ({
          courseId,
          contentId: lessonId,
          number,
          status,
          text,
          link,
          // Where each file can be downloaded while signed in.
          files: (filesOf.get(id) ?? []).map((file) => ({ name: file.name, bytes: file.bytes, url: `/api/submission-files/${file.id}` })),
          submittedAt,
          review: reviewedAt && { reviewedAt, comment, scores, points: earnedPoints },
        })),
      }
    },
    async erase(tx, { id: userId }) {
      const files = await tx.delete(submissionFiles).where(eq(submissionFiles.userId, userId)).returning({ id: submissionFiles.id })
      await media.release(
        tx,
        files.map(({ id }) => id),
      )
    },
  }
}
