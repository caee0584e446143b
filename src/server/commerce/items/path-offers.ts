import type { CommerceDeps } from '#server/commerce/deps.ts'
import { priceSeparately } from './price-lines.ts'
import { isWorkOf } from './item.ts'
import { findSets } from './sets.ts'

type PathOffer = {
  /** The sum of the prices of its courses. */ listPrice: number
  price: number
  /** The price of the courses that the viewer does not own. */ viewerPrice: number
}

/** Prices of paths by id, as the checkout charges them now. */
export async function pathOffers(
  { database, items }: CommerceDeps,
  pathIds: readonly string[],
  viewerId: string | null,
): Promise<Map<string, PathOffer>> {
  return database.transaction(async (tx) => {
    const sets = await findSets(
      { items },
      pathIds.map((itemId) => ({ kind: 'path', itemId })),
      tx,
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
