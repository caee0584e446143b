import type { Ebook } from '#contract/library/library.ts'
import { readRunningSales } from '#server/commerce/sales/index.ts'
import { dependsOn } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findAccess, isOpenSection } from './reading/access.ts'
import { readOutline, sectionsOf } from './outline.ts'
import { presentEbookCard, presentModules } from './present.ts'
import { readProgress } from './reading/reading.ts'

export async function showEbook(
  { database, clock }: { database: Database; clock: Clock },
  ebookId: string,
  viewer: Viewer | null,
): Promise<Ebook | null> {
  const { query } = database
  dependsOn(`ebook:${ebookId}`)
  const access = await findAccess(query, ebookId, viewer)
  if (!access) return null
  const { ebook, owned, canEdit } = access
  const outline = await readOutline(query, ebookId)
  const sectionIds = sectionsOf(outline).map(({ id }) => id)
  return {
    ...presentEbookCard(ebook, await readRunningSales(query, clock.now())),
    status: ebook.status,
    updatedAt: ebook.updatedAt.toISOString(),
    modules: presentModules(outline, (sectionId) => isOpenSection(access, sectionIds, sectionId)),
    viewer: { owned, canEdit },
    ...(viewer && { progress: await readProgress(query, viewer.id, ebookId, sectionIds) }),
  }
}
