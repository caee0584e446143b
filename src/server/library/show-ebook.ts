import type { Ebook } from '#contract/library/library.ts'
import { readRunningSales } from '#server/commerce/prices/index.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import { codePainter } from '#server/platform/code-colours/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findAccess, isOpenSection } from './reading-access.ts'
import { readOutline, sectionsOf } from './outline.ts'
import { presentEbookCard, presentModules } from './present.ts'
import { readProgress } from './reading.ts'

export async function showEbook(
  deps: { database: Database; clock: Clock },
  ebookId: string,
  viewer: Viewer | null,
): Promise<Ebook | null> {
  const { clock, database } = deps
  const { query } = database
  dependsOn(`ebook:${ebookId}`)
  const access = await findAccess(query, ebookId, viewer)
  if (!access) return null
  const { ebook, owned, canEdit } = access
  const outline = await readOutline(query, ebookId)
  const sections = sectionsOf(outline)
  const sectionIds = sections.map(({ id }) => id)
  const isOpen = (sectionId: string) => isOpenSection(access, sectionIds, sectionId)
  const show = await codePainter(
    deps,
    ebookId,
    sections.filter(({ id }) => isOpen(id)).map(({ bodyHtml }) => bodyHtml),
  )
  return {
    ...presentEbookCard(ebook, await readRunningSales(query, clock.now())),
    status: ebook.status,
    updatedAt: ebook.updatedAt.toISOString(),
    modules: presentModules(outline, isOpen, show),
    viewer: { owned, canEdit },
    ...(viewer && { progress: await readProgress(query, viewer.id, ebookId, sectionIds) }),
  }
}
