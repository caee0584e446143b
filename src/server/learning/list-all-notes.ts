import { and, desc, eq, ilike, isNull, ne, sql } from 'drizzle-orm'
import type { MyNote } from '#contract/learning/notes.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { containing, type Database } from '#server/platform/database/index.ts'
import { enrollments, lessonNotes } from './tables.ts'

/** The notes changed before this one; of equal times, those with a lower id. */
export type NotesBefore = { at: Date; id: string }

/** A user's notes in all courses that they may study, last changed first, at most `limit`. `q` is a part of the text; empty lists all. */
export async function listAllNotes(
  { database, catalog }: { database: Database; catalog: Catalog },
  userId: string,
  { q, before, limit }: { q: string; before: NotesBefore | null; limit: number },
): Promise<MyNote[]> {
  const rows = await database.query
    .select({
      courseId: lessonNotes.courseId,
      lessonId: lessonNotes.lessonId,
      body: lessonNotes.body,
      updatedAt: lessonNotes.updatedAt,
    })
    .from(lessonNotes)
    .innerJoin(
      enrollments,
      and(
        eq(enrollments.userId, lessonNotes.userId),
        eq(enrollments.courseId, lessonNotes.courseId),
        isNull(enrollments.revokedAt),
      ),
    )
    .where(
      and(
        eq(lessonNotes.userId, userId),
        ne(lessonNotes.body, sql`''`),
        q ? ilike(lessonNotes.body, containing(q)) : undefined,
        before
          ? sql`(${lessonNotes.updatedAt}, ${lessonNotes.lessonId}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(lessonNotes.updatedAt), desc(lessonNotes.lessonId))
    .limit(limit)
  const courseIds = [...new Set(rows.map(({ courseId }) => courseId))]
  const courses = new Map((await catalog.listCoursesById(courseIds)).map((course) => [course.id, course]))
  const lessons = new Map(
    [...(await catalog.listLessonSummariesByCourse(courseIds)).values()].flat().map((lesson) => [lesson.id, lesson]),
  )
  return rows.map(({ courseId, lessonId, body, updatedAt }) => ({
    _id: lessonId,
    kind: 'note',
    quote: '',
    text: body,
    changedAt: updatedAt.toISOString(),
    item: { kind: 'course', _id: courseId, title: courses.get(courseId)?.title ?? '' },
    // A draft has no title for students.
    place: {
      _id: lessonId,
      title: lessons.get(lessonId)?.title ?? 'Materi yang sedang tidak tayang',
      hasVideo: lessons.get(lessonId)?.type === 'video',
    },
    range: null,
  }))
}
