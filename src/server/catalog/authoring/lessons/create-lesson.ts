import { eq } from 'drizzle-orm'
import type { LessonInput } from '#contract/catalog/lesson-input.ts'
import { insertLesson } from '#server/catalog/insert-course.ts'
import type { LessonRow } from '#server/catalog/present.ts'
import { lessons } from '#server/catalog/tables.ts'
import { tagsOfCourse } from '#server/catalog/tags.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { bodyOf, holdVideo, mayBePreview } from './lesson-body.ts'
import { findLesson } from './find-lesson.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { lockOwnCourse } from '#server/catalog/authoring/courses/lock-course.ts'
import { requireChapter } from '#server/catalog/authoring/chapters/require-chapter.ts'

export async function createLesson(deps: AuthoringDeps, staff: Viewer, courseId: string, input: LessonInput): Promise<LessonRow | 'not-found'> {
  const body = await bodyOf(deps, staff, input)
  return deps.database.transaction(async (tx) => {
    const course = await lockOwnCourse(tx, staff, courseId)
    if (!course) return 'not-found'
    const chapterId = await requireChapter(tx, courseId, input.chapterId ?? null)
    await holdVideo(tx, deps, body)
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
      const data = { courseId, courseTitle: course.title, lessonId, lessonTitle: input.title }
      await deps.tellNewLesson(tx, { data, actorId: staff.id })
    }
    await deps.cacheTags.invalidate(tx, await tagsOfCourse(tx, courseId))
    return (await findLesson(tx, { courseId, lessonId })) ?? 'not-found'
  })
}
