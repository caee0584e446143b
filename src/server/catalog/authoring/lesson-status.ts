import { eq } from 'drizzle-orm'
import { hasTask, type LessonStatus } from '#contract/catalog/course-rules.ts'
import { lessonMessages, isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import { videoMessages } from '#contract/kit/media/video.ts'
import type { AuthoringDeps } from './deps.ts'
import {
  lockOwnCourse,
  type LockedCourse,
  type LessonRow,
  findLessonTitles,
  lessons,
  tagsOfCourse,
  findLesson,
  type LessonKey,
} from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, refused, type InvalidInput } from '#server/platform/outcomes.ts'

/** Publishes a lesson, or makes it a draft. Counts as a save: a form that is open elsewhere would set the earlier status again. */
export async function setLessonStatus(
  deps: AuthoringDeps,
  staff: Viewer,
  { key, status }: { key: LessonKey; status: LessonStatus },
) {
  const changed = await deps.database.transaction(async (tx) => {
    const course = await lockOwnCourse(tx, staff, { courseId: key.courseId, right: 'edit' })
    const before = course && (await findLesson(tx, key, { lock: true }))
    if (!before) return refused('not-found')
    if (before.status === status) return { outcome: 'unchanged' as const, lesson: before }
    const missing = status === 'published' ? findMissing(before) : null
    if (missing) return missing
    const columns = { ...statusColumns(deps, before, status), version: before.version + 1, updatedAt: deps.clock.now() }
    const [lesson] = await tx.update(lessons).set(columns).where(eq(lessons.id, before.id)).returning()
    if (!lesson) return refused('not-found')
    await followStatus(tx, deps, { staff, course, before, lesson })
    await deps.cacheTags.invalidate(tx, await tagsOfCourse(tx, key.courseId))
    return { outcome: 'changed' as const, lesson }
  })
  if (changed.outcome === 'changed') await followStatusLater(deps, key.courseId)
  return changed
}

/** Follows a new status for the students of the course, outside of the transaction. */
export async function followStatusLater(
  { learning }: Pick<AuthoringDeps, 'learning'>,
  courseId: string,
): Promise<void> {
  await learning.recountCompletions(courseId)
  await learning.finishCompleted(courseId)
}

/** Columns that a new status changes in the row of a lesson that has the other one. */
export const statusColumns = (
  { clock }: Pick<AuthoringDeps, 'clock'>,
  { publishedAt, createdAt }: LessonRow,
  status: LessonStatus,
): Pick<LessonRow, 'status' | 'publishedAt'> => ({
  status,
  publishedAt: status === 'published' ? clock.now() : (publishedAt ?? createdAt),
})

/** Records a new status and tells of it. Afterwards, outside of the transaction, completions are counted again. */
export async function followStatus(
  tx: Tx,
  deps: AuthoringDeps,
  { staff, course, before, lesson }: { staff: Viewer; course: LockedCourse; before: LessonRow; lesson: LessonRow },
): Promise<void> {
  const { id: lessonId, courseId, title } = lesson
  const isPublished = lesson.status === 'published'
  const action = isPublished ? ('content.published' as const) : ('content.unpublished' as const)
  await deps.audit.record(tx, {
    actorId: staff.id,
    action,
    subjectId: lessonId,
    details: { title, courseId },
  })
  if (!isPublished) {
    const { wasUntold } = await withdrawLesson(tx, deps, lesson)
    // A lesson that students were not told of before it was taken back is new once it is published again.
    if (wasUntold) await tx.update(lessons).set({ publishedAt: null }).where(eq(lessons.id, lessonId))
    return
  }
  // A lesson that students saw before is not new to them.
  if (before.publishedAt !== null || course.status !== 'published') return
  await deps.notifications.newLessons(tx, { course, lessons: [lesson], actorId: staff.id })
}

/** Students are told of it no more. */
export const withdrawLesson = (
  tx: Tx,
  deps: Pick<AuthoringDeps, 'database' | 'notifications'>,
  { id, courseId }: LessonRow,
) =>
  deps.notifications.withdrawLesson(tx, {
    courseId,
    lessonId: id,
    titlesOf: (lessonIds) => findLessonTitles(deps, lessonIds, { tx }),
  })

/** Rejects a lesson that lacks what students are to see. */
export function findMissing({
  type,
  youtubeId,
  mediaId,
  bodyHtml,
}: Pick<LessonRow, 'type' | 'youtubeId' | 'mediaId' | 'bodyHtml'>): InvalidInput | null {
  if (type === 'video' && youtubeId === null && mediaId === null)
    return invalidInput({ uploadId: videoMessages.missing })
  if (type === 'text' && isEmptyHtml(bodyHtml ?? '')) return invalidInput({ text: lessonMessages.text })
  if (hasTask(type) && isEmptyHtml(bodyHtml ?? '')) return invalidInput({ text: lessonMessages.task })
  return null
}
