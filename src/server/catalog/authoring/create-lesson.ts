import { eq } from 'drizzle-orm'
import { isUuid } from '#contract/kit/uuid.ts'
import type { LessonInput } from '#contract/catalog/lesson-input.ts'
import {
  insertLesson,
  lessons,
  tagsOfCourse,
  findLesson,
  courseNotFound,
  lockOwnCourse,
} from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { bodyOf, holdVideo, mayBePreview } from './lesson-body.ts'
import type { AuthoringDeps } from './deps.ts'
import { checkChapter } from './check-chapter.ts'

export async function createLesson(
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, ...input }: LessonInput & { courseId: string },
) {
  if (!isUuid(courseId)) return courseNotFound
  const checked = await bodyOf(deps, staff, { input })
  if (checked.outcome === 'invalid-input') return checked
  const { body } = checked
  return deps.database.transaction(async (tx) => {
    const course = await lockOwnCourse(tx, staff, { courseId, right: 'edit' })
    if (!course) return courseNotFound
    const chapterId = input.chapterId ?? null
    const rejected = (await checkChapter(tx, courseId, chapterId)) ?? (await holdVideo(tx, deps, body))
    if (rejected) return rejected
    const lessonId = await insertLesson(tx, deps.clock, {
      courseId,
      chapterId,
      title: input.title,
      isPreview: mayBePreview(body) && (input.isPreview ?? false),
      status: input.status,
      ...body,
    })
    await tx.update(lessons).set({ savedBy: staff.id }).where(eq(lessons.id, lessonId))
    if (course.status === 'published' && input.status !== 'draft') {
      const added = [{ id: lessonId, title: input.title }]
      await deps.notifications.newLessons(tx, { course, lessons: added, actorId: staff.id })
    }
    await deps.cacheTags.invalidate(tx, await tagsOfCourse(tx, courseId))
    const lesson = await findLesson(tx, { courseId, lessonId })
    return lesson ? { outcome: 'created' as const, lesson } : courseNotFound
  })
}
