import { asc, eq } from 'drizzle-orm'
import type { Database } from '#server/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { quizAttempts } from './tables.ts'

/** Attempts at quizzes with their answers. They are deleted with the enrolment, which account deletion removes. */
export function assessmentPersonalData({ database }: { database: Database }): PersonalData {
  return {
    name: 'assessment',
    async export(userId) {
      const attempts = await database.query.select().from(quizAttempts).where(eq(quizAttempts.userId, userId)).orderBy(asc(quizAttempts.startedAt))
      return {
        quizAttempts: attempts.map(({ courseId, contentId, number, answers, startedAt, submittedAt, percent, passed }) => ({
          courseId,
          contentId,
          number,
          answers,
          startedAt,
          submittedAt,
          percent,
          passed,
        })),
      }
    },
    async erase() {},
  }
}
