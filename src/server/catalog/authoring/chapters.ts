import { and, eq, lt, desc } from 'drizzle-orm'
import { maximumChapters } from '#contract/catalog/course-chapters.ts'
import {
  lockOwnCourse,
  courseNotFound,
  findChapter,
  insertChapter,
  listChapters,
  type NewChapter,
  lessons,
  courseChapters,
  tagsOfCourse,
} from '#server/catalog/index.ts'
import type { AuthoringDeps } from './deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Outcome, type Refusal } from '#server/platform/outcomes.ts'

export type ChapterKey = { courseId: string; chapterId: string }
export type ChapterChange = { title?: string | undefined; dripDays?: number | undefined }

/** Runs a change of a course's chapters, if this staff member may change the course. */
function change<Result extends Outcome>(
  { database, cacheTags }: AuthoringDeps,
  staff: Viewer,
  courseId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | Refusal<'not-found'>> {
  return database.transaction(async (tx) => {
    if (!(await lockOwnCourse(tx, staff, { courseId, right: 'edit' }))) return refused('not-found')
    await cacheTags.invalidate(tx, await tagsOfCourse(tx, courseId))
    return work(tx)
  })
}

export async function createChapter(
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, ...chapter }: Omit<NewChapter, 'courseId'> & { courseId: string },
) {
  const created = await change(deps, staff, courseId, async (tx) => {
    if ((await listChapters(tx, courseId)).length >= maximumChapters) return refused('too-many-chapters')
    return { outcome: 'created' as const, chapter: await insertChapter(tx, { courseId, ...chapter }) }
  })
  return created.outcome === 'not-found' ? courseNotFound : created
}

/** Changes the fields that were sent. */
export const updateChapter = (
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, chapterId, title, dripDays }: ChapterKey & ChapterChange,
) =>
  change(deps, staff, courseId, async (tx) => {
    const before = await findChapter(tx, courseId, chapterId)
    if (!before) return refused('not-found')
    const [after] = await tx
      .update(courseChapters)
      .set({ title: title ?? before.title, dripDays: dripDays ?? before.dripDays })
      .where(eq(courseChapters.id, chapterId))
      .returning()
    return after ? { outcome: 'saved' as const, chapter: after } : refused('not-found')
  })

/** Removes a chapter. Its lessons move to the end of the chapter before it, or before the first chapter; the order of all lessons stays. */
export const deleteChapter = (deps: AuthoringDeps, staff: Viewer, { courseId, chapterId }: ChapterKey) =>
  change(deps, staff, courseId, async (tx) => {
    const chapter = await findChapter(tx, courseId, chapterId)
    if (!chapter) return refused('not-found')
    const [previous] = await tx
      .select({ id: courseChapters.id })
      .from(courseChapters)
      .where(and(eq(courseChapters.courseId, courseId), lt(courseChapters.position, chapter.position)))
      .orderBy(desc(courseChapters.position))
      .limit(1)
    await tx
      .update(lessons)
      .set({ chapterId: previous?.id ?? null })
      .where(eq(lessons.chapterId, chapterId))
    await tx.delete(courseChapters).where(eq(courseChapters.id, chapterId))
    const details = { title: chapter.title, courseId }
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'course.section-deleted',
      subjectId: courseId,
      details,
    })
    return { outcome: 'deleted' as const }
  })
