import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { rowPages, type Database } from '#server/platform/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { completions, grants, marks, readings } from './tables.ts'

/** Devices choose the ids, so that two e-books may have the same. */
const markKey = sql<string>`${marks.id}::text || ' ' || ${marks.ebookId}::text`

/** The library's personal data: owned e-books and reading progress. All of it is deleted with the account. */
export function libraryPersonalData({ database }: { database: Database }): PersonalData {
  return {
    name: 'library',

    async export(userId) {
      const { query } = database
      const [owned, read, completed] = await Promise.all([
        query.select().from(grants).where(eq(grants.userId, userId)),
        query.select().from(readings).where(eq(readings.userId, userId)),
        query.select().from(completions).where(eq(completions.userId, userId)),
      ])
      const readMarks = (after: string | null, limit: number) =>
        query
          .select()
          .from(marks)
          .where(and(eq(marks.userId, userId), after === null ? undefined : gt(markKey, after)))
          .orderBy(asc(markKey))
          .limit(limit)
      return {
        ebooks: owned.map(({ ebookId, grantedAt, revokedAt }) => ({ ebookId, grantedAt, revokedAt })),
        readings: read.map(({ ebookId, sectionId, percent, lastReadAt }) => ({
          ebookId,
          sectionId,
          percent,
          lastReadAt,
        })),
        marks: rowPages(
          ({ id, ebookId }) => `${id} ${ebookId}`,
          readMarks,
          ({ ebookId, sectionId, kind, quote, note, changedAt }) => ({
            ebookId,
            sectionId,
            kind,
            quote,
            note,
            changedAt,
          }),
        ),
        completedSections: completed.map(({ ebookId, sectionId, completedAt }) => ({
          ebookId,
          sectionId,
          completedAt,
        })),
      }
    },

    async erase(tx, { id: userId }) {
      await tx.delete(marks).where(eq(marks.userId, userId))
      await tx.delete(completions).where(eq(completions.userId, userId))
      await tx.delete(readings).where(eq(readings.userId, userId))
      await tx.delete(grants).where(eq(grants.userId, userId))
    },
  }
}
