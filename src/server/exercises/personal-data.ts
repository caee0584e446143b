import { and, asc, eq, gt } from 'drizzle-orm'
import { rowPages, type Database } from '#server/platform/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { exerciseWork, type WorkRow } from './tables.ts'

/** What students typed and ran in exercises. It is deleted with the enrolment, which account deletion removes. */
export function exercisesPersonalData({ database }: { database: Database }): PersonalData {
  return {
    name: 'exercises',
    export: async (userId) => ({
      work: rowPages(
        ({ lessonId }: WorkRow) => lessonId,
        (after: string | null, limit: number) =>
          database.query
            .select()
            .from(exerciseWork)
            .where(and(eq(exerciseWork.userId, userId), after === null ? undefined : gt(exerciseWork.lessonId, after)))
            .orderBy(asc(exerciseWork.lessonId))
            .limit(limit),
        ({ courseId, lessonId, draft, tries, best, passedAt, passedFiles, updatedAt }) => ({
          courseId,
          contentId: lessonId,
          draft,
          tries,
          best,
          passedAt,
          passedFiles,
          updatedAt,
        }),
      ),
    }),
    erase: async () => {},
  }
}
