import type { Path } from '#contract/paths/paths.ts'
import {
  findPathId,
  findPaths,
  isPublicSql,
  listSavedIds,
  pathsTag,
  pickPaths,
  searchPaths,
} from '#server/paths/index.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { WalkDeps } from './deps.ts'
import { levelRange, presentSteps, type ShownPath } from './present-steps.ts'

type Page = { page: number; limit: number }

export async function listPaths(
  deps: WalkDeps,
  page: Page,
  viewerId: string | null,
): Promise<{ rows: Path[]; total: number }> {
  // A path is listed while one of its courses is in the catalogue.
  dependsOn(pathsTag, 'courses')
  const { query } = deps.database
  const { ids, total } = await pickPaths(query, isPublicSql, page)
  const found = await findPaths(query, ids)
  const shown = await presentSteps(
    deps,
    ids.flatMap((id) => found.get(id) ?? []),
  )
  return { rows: await present(deps, shown, viewerId), total }
}

export const findByWords = ({ database }: WalkDeps, q: string, limit: number) => searchPaths(database.query, q, limit)

const listedAtMost = 1000

/** Every public path, for the sitemap. */
export async function listPublicPaths({ database }: WalkDeps): Promise<{ slug: string; changedAt: Date }[]> {
  dependsOn(pathsTag, 'courses')
  const { ids } = await pickPaths(database.query, isPublicSql, { page: 1, limit: listedAtMost })
  const found = await findPaths(database.query, ids)
  return ids.flatMap((id) => {
    const row = found.get(id)?.row
    return row ? [{ slug: row.slug, changedAt: row.updatedAt }] : []
  })
}

export async function showPath(deps: WalkDeps, slug: string, viewerId: string | null): Promise<Path | null> {
  dependsOn('courses')
  const { query } = deps.database
  const id = await findPathId(query, slug)
  const found = id ? (await findPaths(query, [id])).get(id) : null
  if (found?.row.status !== 'published') return null
  const [shown] = await presentSteps(deps, [found])
  return shown && shown.shown.length > 0 ? ((await present(deps, [shown], viewerId))[0] ?? null) : null
}

async function present(deps: WalkDeps, paths: readonly ShownPath[], viewerId: string | null): Promise<Path[]> {
  const offers = await deps.commerce.pathOffers(
    paths.map(({ row }) => row.id),
    viewerId,
  )
  const viewer = viewerId === null ? null : await readViewer(deps, viewerId)
  return paths.map(({ row, shown }) => {
    const offer = offers.get(row.id) ?? { listPrice: 0, price: 0, viewerPrice: 0 }
    const courseIds = shown.map(({ courseId }) => courseId)
    return {
      _id: row.id,
      slug: row.slug,
      title: row.title,
      tagline: row.tagline,
      description: row.description,
      isOrdered: row.isOrdered,
      discountPercent: row.discountPercent,
      level: levelRange(shown),
      minutes: shown.reduce((sum, { minutes }) => sum + minutes, 0),
      listPrice: offer.listPrice,
      price: offer.price,
      saving: offer.listPrice - offer.price,
      steps: shown,
      updatedAt: row.updatedAt.toISOString(),
      viewer: viewer && {
        price: offer.viewerPrice,
        ownedIds: courseIds.filter((id) => viewer.owned.has(id)),
        finishedIds: courseIds.filter((id) => viewer.finished.has(id)),
        isSaved: viewer.saved.has(row.id),
      },
    }
  })
}

async function readViewer({ database, learning }: WalkDeps, viewerId: string) {
  const studies = await learning.readStudies([viewerId])
  return {
    owned: new Set(studies.map(({ courseId }) => courseId)),
    finished: new Set(studies.flatMap(({ courseId, finishedAt }) => (finishedAt ? [courseId] : []))),
    saved: new Set(await listSavedIds(database.query, viewerId)),
  }
}
