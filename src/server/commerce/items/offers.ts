import type { Offer, OfferKind } from '#contract/commerce/wishlist.ts'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import { findBundles } from '#server/commerce/bundles/find-bundles.ts'
import { currentPrice, restOfBundle } from '#server/commerce/lines/price-lines.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'

export type OfferKey = { kind: OfferKind; itemId: string }

export const offerKeyText = ({ kind, itemId }: OfferKey): string => `${kind} ${itemId}`

/** What of these is for sale now, with its price, by `offerKeyText`. One query per kind and table, however many are asked for. */
export async function readOffers({ items, database }: Pick<CommerceDeps, 'items' | 'database'>, keys: readonly OfferKey[]): Promise<Map<string, Offer>> {
  const offers = new Map<string, Offer>()
  for (const kind of ['course', 'ebook'] as const) {
    const ids = keys.filter((key) => key.kind === kind).map(({ itemId }) => itemId)
    if (ids.length === 0) continue
    const thumbnails = await items[kind].describe(ids)
    for (const item of await items[kind].listForSale(ids)) {
      const price = priceAfterDiscount({ price: item.priceIdr, discount: item.discountPercent })
      const offer = { kind, itemId: item.id, title: item.title, thumbnail: thumbnails.get(item.id)?.thumbnail ?? '', listPrice: item.priceIdr, price }
      offers.set(offerKeyText(offer), offer)
    }
  }
  const bundleIds = keys.filter(({ kind }) => kind === 'bundle').map(({ itemId }) => itemId)
  for (const [itemId, { row, members, isForSale }] of await findBundles(database.query, { items }, bundleIds)) {
    if (!isForSale) continue
    const listPrice = members.reduce((sum, member) => sum + currentPrice(member), 0)
    const [first] = members
    const thumbnail = first ? (await items[first.kind].describe([first.id])).get(first.id)?.thumbnail : undefined
    const offer = {
      kind: 'bundle' as const,
      itemId,
      title: row.title,
      thumbnail: thumbnail ?? '',
      listPrice,
      price: restOfBundle(row.priceIdr, { all: members, missing: members }),
    }
    offers.set(offerKeyText(offer), offer)
  }
  return offers
}
