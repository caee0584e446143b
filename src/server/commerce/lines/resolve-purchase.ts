import type { TransactionKind } from '#contract/commerce/commerce.ts'
import { findBundle } from '#server/commerce/bundles/find-bundles.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { Item } from '#server/commerce/items/item.ts'
import { offerKeyText, type OfferKey } from '#server/commerce/items/offers.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { currentPrice, restOfBundle, type Group } from './price-lines.ts'

/** What a transaction is of: an item, a bundle, or a cart, whose id is its student's. */
export type Subject = { kind: TransactionKind; id: string; title: string; instructorId: string | null }

export type Unsold = { key: OfferKey; title: string | null; reason: 'not-found' | 'already-owned' | 'own-item' | 'empty' | 'twice' }

export type Resolved = { groups: Group[]; unsold: Unsold[] }

type Query = {
  wanted: readonly OfferKey[]
  /** Null for a visitor, and for a gift, whose receiver is not known yet: what is owned does not matter then. */
  ownerId: string | null
  /** Nobody buys the own course, also not as a gift. */
  buyerId: string | null
}

/** What of the wanted is sold to this buyer, at its price before a promo code. A thing that is wanted twice is sold once. */
export async function resolvePurchase(tx: Tx, deps: CommerceDeps, { wanted, ownerId, buyerId }: Query): Promise<Resolved> {
  const resolved: Resolved = { groups: [], unsold: [] }
  const taken = new Set<string>()
  const keyOf = ({ kind, id }: Item) => `${kind} ${id}`
  const isMissing = async (item: Item) =>
    item.instructorId !== buyerId && !taken.has(keyOf(item)) && !(ownerId && (await deps.items[item.kind].isOwned(ownerId, item.id, tx)))
  const sell = (key: OfferKey, group: Group) => {
    for (const item of group.items) taken.add(keyOf(item))
    taken.add(offerKeyText(key))
    resolved.groups.push(group)
  }

  // Bundles first: an item that is also in one of them is paid with the bundle.
  for (const key of wanted.toSorted((a, b) => Number(b.kind === 'bundle') - Number(a.kind === 'bundle'))) {
    const reject = (reason: Unsold['reason'], title: string | null = null) => resolved.unsold.push({ key, title, reason })
    if (key.kind === 'bundle') {
      const bundle = await findBundle(tx, deps, key.itemId)
      if (!bundle?.isForSale) {
        reject('not-found', bundle?.row.title ?? null)
        continue
      }
      const missing: Item[] = []
      for (const member of bundle.members) if (await isMissing(member)) missing.push(member)
      if (missing.length === 0) reject(taken.has(offerKeyText(key)) ? 'twice' : 'already-owned', bundle.row.title)
      else sell(key, { bundleId: key.itemId, items: missing, priceIdr: restOfBundle(bundle.row.priceIdr, { all: bundle.members, missing }) })
      continue
    }
    const item = await deps.items[key.kind].findForSale(key.itemId, tx)
    if (!item) reject('not-found')
    else if (ownerId && (await deps.items[key.kind].isOwned(ownerId, item.id, tx))) reject('already-owned', item.title)
    // A sale to oneself would count as a student, allow a review and book a share.
    else if (buyerId !== null && item.instructorId === buyerId) reject('own-item', item.title)
    else if (taken.has(keyOf(item))) reject('twice', item.title)
    else if (item.isEmpty) reject('empty', item.title)
    else sell(key, { bundleId: null, items: [item], priceIdr: currentPrice(item) })
  }
  return resolved
}

/** One thing names itself; several are a cart. */
export async function nameSubject(tx: Tx, deps: CommerceDeps, groups: readonly Group[], studentId: string): Promise<Subject> {
  const [first, ...others] = groups
  if (first && others.length === 0) {
    if (first.bundleId) {
      const bundle = await findBundle(tx, deps, first.bundleId)
      return { kind: 'bundle', id: first.bundleId, title: bundle?.row.title ?? '', instructorId: null }
    }
    const [item] = first.items
    if (item) return { kind: item.kind, id: item.id, title: item.title, instructorId: item.instructorId }
  }
  const titles = groups.flatMap(({ items }) => items.map(({ title }) => title))
  const rest = titles.length - 1
  return { kind: 'cart', id: studentId, title: `${titles[0] ?? ''} dan ${rest} lainnya`, instructorId: null }
}
