import type { Offer } from '#contract/commerce/wishlist.ts'
import { currentPrice, priceSeparately, struckOutPrice } from './price-lines.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { offerKeyText, type OfferKey } from './offer-key.ts'
import { findSets, type SoldSet } from './sets.ts'

export { offerKeyText, type OfferKey } from './offer-key.ts'

/** Reads those that are for sale now, with prices, by `offerKeyText`. One query per kind and table, however many are asked for. */
export async function readOffers(
  { items, database }: Pick<CommerceDeps, 'items' | 'database'>,
  keys: readonly OfferKey[],
): Promise<Map<string, Offer>> {
  const offers = new Map<string, Offer>()
  for (const kind of ['course', 'ebook'] as const) {
    const ids = keys.filter((key) => key.kind === kind).map(({ itemId }) => itemId)
    if (ids.length === 0) continue
    const thumbnails = await items[kind].describe(ids)
    for (const item of await items[kind].listForSale(ids, database.query)) {
      const [listPrice, price] = [struckOutPrice(item), currentPrice(item)]
      const offer = {
        kind,
        itemId: item.id,
        title: item.title,
        thumbnail: thumbnails.get(item.id)?.thumbnail ?? '',
        listPrice,
        price,
        ...(item.hasCohorts && { needsCohort: true as const }),
      }
      offers.set(offerKeyText(offer), offer)
    }
  }
  const sets = await findSets({ items }, keys, database.query)
  const thumbnails = await readFirstThumbnails({ items }, [...sets.values()])
  for (const { kind, id, title, members, isForSale, priceOf } of sets.values()) {
    if (!isForSale) continue
    const thumbnail = thumbnails.get(members[0]?.id ?? '') ?? ''
    const offer = { kind, itemId: id, title, thumbnail, listPrice: priceSeparately(members), price: priceOf(members) }
    offers.set(offerKeyText(offer), offer)
  }
  return offers
}

/** Reads the price now; null when it is not for sale. */
export async function readPrice(tx: Tx, { items }: Pick<CommerceDeps, 'items'>, key: OfferKey): Promise<number | null> {
  const { kind, itemId } = key
  if (kind === 'bundle' || kind === 'path') {
    const set = (await findSets({ items }, [key], tx)).get(offerKeyText(key))
    return set?.isForSale ? set.priceOf(set.members) : null
  }
  const [item] = await items[kind].listForSale([itemId], tx)
  return item ? currentPrice(item) : null
}

/** The pictures of the first members, by the id of the member. */
async function readFirstThumbnails(
  { items }: Pick<CommerceDeps, 'items'>,
  sets: readonly SoldSet[],
): Promise<Map<string, string>> {
  const thumbnails = new Map<string, string>()
  for (const kind of ['course', 'ebook'] as const) {
    const ids = sets.flatMap(({ members: [first] }) => (first?.kind === kind ? [first.id] : []))
    if (ids.length > 0) for (const [id, { thumbnail }] of await items[kind].describe(ids)) thumbnails.set(id, thumbnail)
  }
  return thumbnails
}
