import { and, eq, sql } from 'drizzle-orm'
import type { LessonNote } from '#contract/learning/learning.ts'
import type { Catalog, LessonKey } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { findEnrollment } from '#server/learning/enrolment/enroll.ts'
import { lessonNotes } from './tables.ts'

type Deps = { database: Database; catalog: Catalog; clock: Clock }
type NoteRow = typeof lessonNotes.$inferSelect

export async function listNotes(
  { database }: Deps,
  userId: string,
  courseId: string,
): Promise<{ outcome: 'listed'; notes: LessonNote[] } | Refusal<'not-enrolled'>> {
  if (!(await findEnrollment(database.query, userId, courseId))) return refused('not-enrolled')
  const rows = await database.query
    .select()
    .from(lessonNotes)
    .where(and(eq(lessonNotes.userId, userId), eq(lessonNotes.courseId, courseId)))
  return { outcome: 'listed', notes: rows.map(presentNote) }
}

type SaveOutcome =
  | { outcome: 'saved'; note: LessonNote }
  | { outcome: 'note-changed'; data: { note: LessonNote } }
  | Refusal<'not-enrolled' | 'not-found'>

/** Saves a note with optimistic locking: when another device saved first, nothing is overwritten and the stored note is returned. */
export async function saveNote(
  { database, catalog, clock }: Deps,
  { userId, courseId, lessonId }: LessonKey & { userId: string },
  { text, version }: { text: string; version: number },
): Promise<SaveOutcome> {
  return database.transaction(async (tx) => {
    if (!(await findEnrollment(tx, userId, courseId))) return refused('not-enrolled')
    if (!(await catalog.hasLesson(tx, { courseId, lessonId }))) return refused('not-found')
    const updatedAt = clock.now()
    const ofLesson = and(eq(lessonNotes.userId, userId), eq(lessonNotes.lessonId, lessonId))
    const written =
      version === 0
        ? await tx
            .insert(lessonNotes)
            .values({ userId, courseId, lessonId, body: text, updatedAt })
            .onConflictDoNothing()
            .returning()
        : await tx
            .update(lessonNotes)
            .set({ body: text, updatedAt, version: sql`${lessonNotes.version} + 1` })
            .where(and(ofLesson, eq(lessonNotes.version, version)))
            .returning()
    if (written[0]) return { outcome: 'saved', note: presentNote(written[0]) }
    const [stored] = await tx.select().from(lessonNotes).where(ofLesson)
    if (!stored)
      return {
        outcome: 'note-changed',
        data: { note: { contentId: lessonId, text: '', version: 0, updatedAt: updatedAt.toISOString() } },
      }
    // A retry with the same text, as after a lost response, is not a conflict.
    const note = presentNote(stored)
    return stored.body === text ? { outcome: 'saved', note } : { outcome: 'note-changed', data: { note } }
  })
}

const presentNote = (row: NoteRow): LessonNote => ({
  contentId: row.lessonId,
  text: row.body,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})
