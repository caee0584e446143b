import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { personalDataOf, rowPages, type Database, type Tx, type PersonalData } from '#server/platform/database/index.ts'
import { presentLessonFile } from './lesson-files.ts'
import { courses, lessonFiles, ownedByTeachers } from './tables.ts'

/** Course files that a person sent to be imported. */
type Imports = { describe(userId: string): Promise<unknown>; erase(tx: Tx, userId: string): Promise<void> }

/**
 * Courses of a person with the files of their lessons, files to be imported, and the courses of others that the person teaches or earns with.
 * Courses stay with their students once the account is deleted; an admin chooses who teaches them from then on, and later sales leave the
 * share to the platform.
 */
export function catalogPersonalData({ database, imports }: { database: Database; imports: Imports }): PersonalData {
  return personalDataOf(database, 'teaching', ownedByTeachers, {
    async export(userId) {
      async function readCourses(after: string | null, limit: number) {
        const rows = await database.query
          .select({
            id: courses.id,
            title: courses.title,
            status: courses.status,
            createdAt: courses.createdAt,
            updatedAt: courses.updatedAt,
          })
          .from(courses)
          .where(and(eq(courses.instructorId, userId), after === null ? undefined : gt(courses.id, after)))
          .orderBy(asc(courses.id))
          .limit(limit)
        const ids = rows.map(({ id }) => id)
        const files = await database.query
          .select()
          .from(lessonFiles)
          .where(inArray(lessonFiles.courseId, ids))
          .orderBy(asc(lessonFiles.createdAt))
        const filesOf = Map.groupBy(files, ({ courseId }) => courseId)
        return rows.map((row) => ({ ...row, files: filesOf.get(row.id) ?? [] }))
      }
      return {
        courses: rowPages(
          ({ id }) => id,
          readCourses,
          ({ id: courseId, files, ...course }) => ({
            courseId,
            ...course,
            // Where each file can be downloaded while signed in.
            files: files.map((file) => ({
              contentId: file.lessonId,
              ...presentLessonFile(file),
              createdAt: file.createdAt,
            })),
          }),
        ),
        imports: await imports.describe(userId),
      }
    },
    erase: (tx, { id }) => imports.erase(tx, id),
  })
}
