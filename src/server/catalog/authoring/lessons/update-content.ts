import type { ContentInput } from '#contract/catalog/content-form.ts'
import type { ContentRow } from '#server/catalog/present.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { bodyOf, columnsOf, holdVideo, mayBePreview } from './content-body.ts'
import { findOwnContent, type ContentKey } from './find-content.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { writeContent } from './write-content.ts'

export async function updateContent(
  deps: AuthoringDeps,
  staff: Viewer,
  key: ContentKey,
  { version, ...input }: ContentInput & { version?: number | undefined },
): Promise<ContentRow | 'not-found' | 'stale'> {
  const before = await findOwnContent(deps.database.query, staff, key)
  if (!before) return 'not-found'
  const body = await bodyOf(deps, staff, input, before)
  return writeContent(deps, staff, key, version, {
    title: input.title,
    ...columnsOf(body),
    hold: (tx) => holdVideo(tx, deps, body),
    ...(input.chapterId === undefined ? {} : { chapterId: input.chapterId }),
    ...(mayBePreview(body) ? {} : { isPreview: false }),
    ...(mayBePreview(body) && input.isPreview !== undefined ? { isPreview: input.isPreview } : {}),
  })
}
