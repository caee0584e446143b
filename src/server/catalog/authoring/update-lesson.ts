import type { LessonInput } from '#contract/catalog/lesson-input.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused } from '#server/platform/outcomes.ts'
import { bodyOf, columnsOf, holdVideo, mayBePreview } from './lesson-body.ts'
import { findOwnLesson, type LessonKey } from '#server/catalog/index.ts'
import type { AuthoringDeps } from './deps.ts'
import { writeLesson, type WrittenLesson } from './write-lesson.ts'

export async function updateLesson(
  deps: AuthoringDeps,
  staff: Viewer,
  { key, version, ...input }: (LessonInput & { version?: number | undefined }) & { key: LessonKey },
): Promise<WrittenLesson> {
  const before = await findOwnLesson(deps.database.query, staff, key, 'edit')
  if (!before) return refused('not-found')
  const checked = await bodyOf(deps, staff, { input, before })
  if (checked.outcome === 'invalid-input') return checked
  const { body } = checked
  return writeLesson(deps, staff, {
    key,
    version,
    title: input.title,
    ...columnsOf(body),
    hold: (tx) => holdVideo(tx, deps, body),
    ...(input.chapterId === undefined ? {} : { chapterId: input.chapterId }),
    ...(input.status === undefined ? {} : { status: input.status }),
    ...(mayBePreview(body) ? {} : { isPreview: false }),
    ...(mayBePreview(body) && input.isPreview !== undefined ? { isPreview: input.isPreview } : {}),
  })
}
