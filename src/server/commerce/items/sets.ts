import { findBundles } from './find-bundles.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { currentPrice, priceOfPath, restOfBundle, shownInSale } from './price-lines.ts'
import { findPaths } from '#server/paths/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Item } from './item.ts'
import { offerKeyText, type OfferKey, type SetKey } from './offer-key.ts'

export type SoldSet = SetKey & {
  /** Those for sale, in order. */
  members: readonly Item[]
  isForSale: boolean
  /** The price of some of its members together. */
  priceOf(missing: readonly Item[]): number
  /** By what the price is divided among them. */
  weightsOf(missing: readonly Item[]): readonly number[]
}

/**
 * Bundles and paths by `offerKeyText`. The number of queries does not depend on how many. Within a transaction, what is read stays as it is
 * until its end.
 */
export async function findSets(
  deps: Pick<CommerceDeps, 'items'>,
  keys: readonly OfferKey[],
  queryable: Queryable,
): Promise<Map<string, SoldSet>> {
  const idsOf = (kind: OfferKey['kind']) => keys.filter((key) => key.kind === kind).map(({ itemId }) => itemId)
  const sets = [
    ...(await findBundleSets(deps, idsOf('bundle'), queryable)),
    ...(await findPathSets(deps, idsOf('path'), queryable)),
  ]
  return new Map(sets.map((set) => [offerKeyText({ kind: set.kind, itemId: set.id }), set]))
}

async function findBundleSets(
  deps: Pick<CommerceDeps, 'items'>,
  ids: readonly string[],
  queryable: Queryable,
): Promise<SoldSet[]> {
  return [...(await findBundles(deps, ids, queryable)).values()].map(({ row, members, isForSale }) => ({
    kind: 'bundle',
    id: row.id,
    title: row.title,
    members,
    isForSale,
    priceOf: (missing) => restOfBundle(row.priceIdr, { all: members, missing }),
    weightsOf: (missing) => missing.map(({ priceIdr }) => priceIdr),
  }))
}

/** A course that left the catalogue or has no lesson is left out: the others are sold as before. */
async function findPathSets(
  { items }: Pick<CommerceDeps, 'items'>,
  ids: readonly string[],
  queryable: Queryable,
): Promise<SoldSet[]> {
  const found = [...(await findPaths(queryable, ids)).values()]
  const courseIds = found.flatMap(({ steps }) => steps.map(({ courseId }) => courseId))
  const forSale = new Map(
    (courseIds.length > 0 ? await items.course.listForSale(courseIds, queryable) : []).map((item) => [item.id, item]),
  )
  return found.map(({ row, steps }) => {
    const members = steps.flatMap(({ courseId }) => {
      const item = forSale.get(courseId)
      return item && !item.isEmpty ? [shownInSale(item)] : []
    })
    return {
      kind: 'path',
      id: row.id,
      title: row.title,
      members,
      isForSale: row.status === 'published' && members.length > 0,
      priceOf: (missing) => priceOfPath(missing, row.discountPercent),
      weightsOf: (missing) => missing.map(currentPrice),
    }
  })
}
