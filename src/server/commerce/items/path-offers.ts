import type { CommerceDeps } from '#server/commerce/deps.ts'
import { priceSeparately } from './price-lines.ts'
import { isWorkOf } from './item.ts'
import { findSets } from './sets.ts'

type PathOffer = {
  /** What its courses cost one by one. */ listPrice: number
  price: number
  /** What is left to pay for the viewer. */ viewerPrice: number
}

/** What paths cost now, by id, as the checkout charges it. */
export async function pathOffers(
  { database, items }: CommerceDeps,
  pathIds: readonly string[],
  viewerId: string | null,
): Promise<Map<string, PathOffer>> {
  return database.transaction(async (tx) => {
    const sets = await findSets(
      { items },
      pathIds.map((itemId) => ({ kind: 'path', itemId })),
      { queryable: tx, tx },
    )
    const courseIds = [...sets.values()].flatMap(({ members }) => members.map(({ id }) => id))
    const owned =
      viewerId && courseIds.length > 0 ? await items.course.listOwned(viewerId, courseIds, tx) : new Set<string>()
    return new Map(
      [...sets.values()].map(({ id, members, priceOf }) => {
        const missing = members.filter((item) => !owned.has(item.id) && !(viewerId && isWorkOf(item, viewerId)))
        return [
          id,
          {
            listPrice: priceSeparately(members),
            price: priceOf(members),
            viewerPrice: missing.length > 0 ? priceOf(missing) : 0,
          },
        ]
      }),
    )
  })
}
