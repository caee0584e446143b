import type { Ebook } from '#contract/library/library.ts'
import { readRunningSales } from '#server/commerce/sales/index.ts'
import { dependsOn } from '#server/platform/cache-tags/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findAccess, isOpenSection } from './reading/access.ts'
import { readOutline, sectionsOf } from './outline.ts'
import { presentEbookCard, presentModules } from './present.ts'
import { readProgress } from './reading/reading.ts'

export async function showEbook(queryable: Queryable, ebookId: string, viewer: Viewer | null, now: Date): Promise<Ebook | null> {
  dependsOn(`ebook:${ebookId}`)
  const access = await findAccess(queryable, ebookId, viewer)
  if (!access) return null
  const { ebook, owned, canEdit } = access
  const outline = await readOutline(queryable, ebookId)
  const sectionIds = sectionsOf(outline).map(({ id }) => id)
  return {
    ...presentEbookCard(ebook, await readRunningSales(queryable, now)),
    status: ebook.status,
    updatedAt: ebook.updatedAt.toISOString(),
    modules: presentModules(outline, (sectionId) => isOpenSection(access, sectionIds, sectionId)),
    viewer: { owned, canEdit },
    ...(viewer && { progress: await readProgress(queryable, viewer.id, ebookId, sectionIds) }),
  }
}
