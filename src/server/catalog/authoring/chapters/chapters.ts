import { and, eq, lt, desc } from 'drizzle-orm'
import { maximumChapters } from '#contract/catalog/course-chapters.ts'
import { lockOwnCourse } from '#server/catalog/authoring/courses/lock-course.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { findChapter, insertChapter, listChapters, type NewChapter, type ChapterRow } from '#server/catalog/chapters.ts'
import { lessons, courseChapters } from '#server/catalog/tables.ts'
import { tagsOfCourse } from '#server/catalog/tags.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

export type ChapterKey = { courseId: string; chapterId: string }
export type ChapterChange = { title?: string | undefined; dripDays?: number | undefined }

/** Runs a change of a course's chapters. Null without one when this staff member may not change the course. */
function change<Result>({ database, cacheTags }: AuthoringDeps, staff: Viewer, courseId: string, work: (tx: Tx) => Promise<Result>): Promise<Result | null> {
  return database.transaction(async (tx) => {
    if (!(await lockOwnCourse(tx, staff, courseId))) return null
    await cacheTags.invalidate(tx, await tagsOfCourse(tx, courseId))
    return work(tx)
  })
}

export const createChapter = (
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
  chapter: Omit<NewChapter, 'courseId'>,
): Promise<ChapterRow | 'too-many' | null> =>
  change(deps, staff, courseId, async (tx) =>
    (await listChapters(tx, courseId)).length < maximumChapters ? insertChapter(tx, { courseId, ...chapter }) : 'too-many',
  )

/** Changes the fields that were sent. */
export const updateChapter = (
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, chapterId }: ChapterKey,
  { title, dripDays }: ChapterChange,
): Promise<ChapterRow | null> =>
  change(deps, staff, courseId, async (tx) => {
    const before = await findChapter(tx, courseId, chapterId)
    if (!before) return null
    const [after] = await tx
      .update(courseChapters)
      .set({ title: title ?? before.title, dripDays: dripDays ?? before.dripDays })
      .where(eq(courseChapters.id, chapterId))
      .returning()
    return after ?? null
  })

/** Removes a chapter. Its lessons move to the end of the chapter before it, or before the first chapter; the order of all lessons stays. */
export const deleteChapter = (deps: AuthoringDeps, staff: Viewer, { courseId, chapterId }: ChapterKey): Promise<'deleted' | null> =>
  change(deps, staff, courseId, async (tx) => {
    const chapter = await findChapter(tx, courseId, chapterId)
    if (!chapter) return null
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
    await deps.audit.record(tx, { actorId: staff.id, action: 'course.section-deleted', subjectKind: 'course', subjectId: courseId, details })
    return 'deleted'
  })
