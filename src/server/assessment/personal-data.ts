import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { personalDataOf, rowPages, type Database, type PersonalData } from '#server/platform/database/index.ts'
import type { Media } from '#server/platform/media/index.ts'
import { submissionFiles, submissions } from './assignments/tables.ts'
import { ownedAttempts } from './tables.ts'

const tables = { quizAttempts: ownedAttempts }
const idOf = ({ id }: { id: string }): string => id

/** Attempts at quizzes, and submissions with their files. They are deleted with the enrolment, which account deletion removes. */
export function assessmentPersonalData({ database, media }: { database: Database; media: Media }): PersonalData {
  return personalDataOf(database, 'assessment', tables, {
    // Enrolments delete submissions with what names their files.
    erasedBefore: 'learning',
    async export(userId) {
      const { query } = database
      async function readSubmissions(after: string | null, limit: number) {
        const rows = await query
          .select()
          .from(submissions)
          .where(and(eq(submissions.userId, userId), after === null ? undefined : gt(submissions.id, after)))
          .orderBy(asc(submissions.id))
          .limit(limit)
        const ids = rows.map(idOf)
        const files = await query
          .select()
          .from(submissionFiles)
          .where(inArray(submissionFiles.submissionId, ids))
          .orderBy(asc(submissionFiles.position))
        const filesOf = Map.groupBy(files, ({ submissionId }) => submissionId)
        return rows.map((row) => ({ ...row, files: filesOf.get(row.id) ?? [] }))
      }
      return {
        submissions: rowPages(
          idOf,
          readSubmissions,
          ({
            courseId,
            lessonId,
            number,
            status,
            text,
            link,
            submittedAt,
            reviewedAt,
            comment,
            scores,
            earnedPoints,
            files,
          }) => ({
            courseId,
            contentId: lessonId,
            number,
            status,
            text,
            link,
            // Where each file can be downloaded while signed in.
            files: files.map((file) => ({
              name: file.name,
              bytes: file.bytes,
              url: `/api/submission-files/${file.id}`,
            })),
            submittedAt,
            review: reviewedAt && { reviewedAt, comment, scores, points: earnedPoints },
          }),
        ),
      }
    },
    async erase(tx, { id: userId }) {
      const files = await tx
        .delete(submissionFiles)
        .where(eq(submissionFiles.userId, userId))
        .returning({ id: submissionFiles.id })
      await media.release(
        tx,
        files.map(({ id }) => id),
      )
    },
  })
}
