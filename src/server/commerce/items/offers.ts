import type { Offer, OfferKind } from '#contract/commerce/wishlist.ts'
import { findBundle, findBundles, type Bundle } from './find-bundles.ts'
import { currentPrice, priceSeparately, restOfBundle, struckOutPrice } from './price-lines.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { Tx } from '#server/platform/database/index.ts'

export type OfferKey = { kind: OfferKind; itemId: string; /** The cohort of a course. */ groupId?: string | null }

export const offerKeyText = ({ kind, itemId }: OfferKey): string => `${kind} ${itemId}`

/** What of these is for sale now, with its price, by `offerKeyText`. One query per kind and table, however many are asked for. */
export async function readOffers(
  { items, database }: Pick<CommerceDeps, 'items' | 'database'>,
  keys: readonly OfferKey[],
): Promise<Map<string, Offer>> {
  const offers = new Map<string, Offer>()
  for (const kind of ['course', 'ebook'] as const) {
    const ids = keys.filter((key) => key.kind === kind).map(({ itemId }) => itemId)
    if (ids.length === 0) continue
    const thumbnails = await items[kind].describe(ids)
    for (const item of await items[kind].listForSale(ids)) {
      const [listPrice, price] = [struckOutPrice(item), currentPrice(item)]
      const offer = {
        kind,
        itemId: item.id,
        title: item.title,
        thumbnail: thumbnails.get(item.id)?.thumbnail ?? '',
        listPrice,
        price,
      }
      offers.set(offerKeyText(offer), offer)
    }
  }
  const bundleIds = keys.filter(({ kind }) => kind === 'bundle').map(({ itemId }) => itemId)
  const bundles = await findBundles(database.query, { items }, bundleIds)
  const thumbnails = await readFirstThumbnails({ items }, [...bundles.values()])
  for (const [itemId, bundle] of bundles) {
    const { row, members, isForSale } = bundle
    if (!isForSale) continue
    const listPrice = priceSeparately(members)
    const thumbnail = thumbnails.get(members[0]?.id ?? '')
    const offer = {
      kind: 'bundle' as const,
      itemId,
      title: row.title,
      thumbnail: thumbnail ?? '',
      listPrice,
      price: priceOfBundle(bundle),
    }
    offers.set(offerKeyText(offer), offer)
  }
  return offers
}

const priceOfBundle = ({ row, members }: Bundle): number =>
  restOfBundle(row.priceIdr, { all: members, missing: members })

/** What this costs now; null when it is not for sale. */
export async function readPrice(
  tx: Tx,
  { items }: Pick<CommerceDeps, 'items'>,
  { kind, itemId }: OfferKey,
): Promise<number | null> {
  if (kind === 'bundle') {
    const bundle = await findBundle(tx, { items }, itemId)
    return bundle?.isForSale ? priceOfBundle(bundle) : null
  }
  const [item] = await items[kind].listForSale([itemId], tx)
  return item ? currentPrice(item) : null
}

/** The pictures of the first members, by the id of the member. */
async function readFirstThumbnails(
  { items }: Pick<CommerceDeps, 'items'>,
  bundles: readonly Bundle[],
): Promise<Map<string, string>> {
  const thumbnails = new Map<string, string>()
  for (const kind of ['course', 'ebook'] as const) {
    const ids = bundles.flatMap(({ members: [first] }) => (first?.kind === kind ? [first.id] : []))
    if (ids.length > 0) for (const [id, { thumbnail }] of await items[kind].describe(ids)) thumbnails.set(id, thumbnail)
  }
  return thumbnails
}
