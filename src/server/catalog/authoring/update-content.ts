import type { ContentInput } from '#contract/content-form.ts'
import type { ContentRow } from '#server/catalog/present.ts'
import type { Viewer } from '#server/http/index.ts'
import { bodyOf } from './content-body.ts'
import type { ContentAddress } from './find-content.ts'
import type { AuthoringDeps } from './deps.ts'
import { writeContent } from './write-content.ts'

export async function updateContent(
  deps: AuthoringDeps,
  staff: Viewer,
  address: ContentAddress,
  { version, ...input }: ContentInput & { version?: number | undefined },
): Promise<ContentRow | 'not-found' | 'stale'> {
  const body = bodyOf(input)
  return writeContent(deps, staff, address, version, {
    title: input.title,
    type: body.type,
    youtubeId: body.type === 'video' ? body.youtubeId : null,
    bodyHtml: body.type === 'text' ? body.html : null,
    ...(input.sectionId === undefined ? {} : { sectionId: input.sectionId }),
    ...(input.isPreview === undefined ? {} : { isPreview: input.isPreview }),
  })
}
