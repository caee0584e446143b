import { and, desc, eq, ilike, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { MyNote } from '#contract/learning/notes.ts'
import { containing, type Database } from '#server/platform/database/index.ts'
import { ebooks, grants, marks, sections } from './tables.ts'

/** The marks changed before this one; of equal times, those with a lower id. */
export type MarksBefore = { at: Date; id: string }

/** A user's bookmarks and highlights in all e-books that they may open, last changed first, at most `limit`. `q` is a part of quote or note. */
export async function listAllMarks(
  { database }: { database: Database },
  userId: string,
  { q, before, limit }: { q: string; before: MarksBefore | null; limit: number },
): Promise<MyNote[]> {
  const rows = await database.query
    .select({ mark: marks, ebookTitle: ebooks.title, heading: sections.heading })
    .from(marks)
    .innerJoin(ebooks, eq(ebooks.id, marks.ebookId))
    .innerJoin(sections, eq(sections.id, marks.sectionId))
    .leftJoin(grants, and(eq(grants.userId, marks.userId), eq(grants.ebookId, marks.ebookId), isNull(grants.revokedAt)))
    .where(
      and(
        eq(marks.userId, userId),
        not(marks.deleted),
        or(eq(ebooks.status, 'published'), isNotNull(grants.userId)),
        q ? or(ilike(marks.quote, containing(q)), ilike(marks.note, containing(q))) : undefined,
        before
          ? sql`(${marks.changedAt}, ${marks.id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(marks.changedAt), desc(marks.id))
    .limit(limit)
  return rows.map(({ mark, ebookTitle, heading }) => ({
    _id: mark.id,
    kind: mark.kind,
    quote: mark.quote,
    text: mark.note,
    changedAt: mark.changedAt.toISOString(),
    item: { kind: 'ebook', _id: mark.ebookId, title: ebookTitle },
    place: { _id: mark.sectionId, title: heading },
    range: { start: mark.startAt, end: mark.endAt },
  }))
}
