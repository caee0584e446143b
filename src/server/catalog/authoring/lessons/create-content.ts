import { eq } from 'drizzle-orm'
import type { ContentInput } from '#contract/catalog/content-form.ts'
import { insertContent } from '#server/catalog/insert-course.ts'
import type { ContentRow } from '#server/catalog/present.ts'
import { contents } from '#server/catalog/tables.ts'
import { tagsOfCourse } from '#server/catalog/tags.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { bodyOf, holdVideo, mayBePreview } from './content-body.ts'
import { findContent } from './find-content.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { lockOwnCourse } from '#server/catalog/authoring/courses/lock-course.ts'
import { requireChapter } from '#server/catalog/authoring/chapters/require-chapter.ts'

export async function createContent(deps: AuthoringDeps, staff: Viewer, courseId: string, input: ContentInput): Promise<ContentRow | 'not-found'> {
  const body = await bodyOf(deps, staff, input)
  return deps.database.transaction(async (tx) => {
    if (!(await lockOwnCourse(tx, staff, courseId))) return 'not-found'
    const chapterId = await requireChapter(tx, courseId, input.chapterId ?? null)
    await holdVideo(tx, deps, body)
    const contentId = await insertContent(tx, deps.clock, {
      courseId,
      chapterId,
      title: input.title,
      isPreview: mayBePreview(body) && (input.isPreview ?? false),
      ...body,
    })
    await tx.update(contents).set({ savedBy: staff.id }).where(eq(contents.id, contentId))
    await deps.cacheTags.invalidate(tx, await tagsOfCourse(tx, courseId))
    return (await findContent(tx, { courseId, contentId })) ?? 'not-found'
  })
}
