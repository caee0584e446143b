import type { TransactionKind } from '#contract/commerce/transactions.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { isWorkOf, type Item } from './item.ts'
import { isSet, offerKeyText, type OfferKey } from './offer-key.ts'
import { findSets, type SoldSet } from './sets.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { soldAlone, type Group } from './price-lines.ts'

/** The thing that a transaction pays for: an item, a bundle, a path, seats of a team, or a cart, whose id is its student's. */
export type Subject = { kind: TransactionKind; id: string; title: string; instructorId: string | null }

export type Unsold = {
  key: OfferKey
  title: string | null
  reason: 'not-found' | 'already-owned' | 'own-item' | 'empty' | 'twice'
}

export type Resolved = { groups: Group[]; unsold: Unsold[] }

type Query = {
  wanted: readonly OfferKey[]
  /** Null for a visitor, and for a gift, whose receiver is not known yet: what is owned does not matter then. */
  ownerId: string | null
  /** Nobody buys the own course, also not as a gift. */
  buyerId: string | null
}

/** Sorts the wanted into sold and unsold for this buyer, at prices before a promo code. A thing wanted twice is sold once. */
export async function resolvePurchase(
  tx: Tx,
  deps: CommerceDeps,
  { wanted, ownerId, buyerId }: Query,
): Promise<Resolved> {
  const { sets, items, owned } = await readWanted(tx, deps, wanted, ownerId)
  const resolved: Resolved = { groups: [], unsold: [] }
  const taken = new Set<string>()
  const isOwned = (item: Item) => owned.has(keyText(item))
  const isOwnWork = (item: Item) => buyerId !== null && isWorkOf(item, buyerId)
  const isMissing = (item: Item) => !isOwnWork(item) && !taken.has(keyText(item)) && !isOwned(item)
  const sell = (key: OfferKey, group: Group) => {
    for (const item of group.items) taken.add(keyText(item))
    taken.add(offerKeyText(key))
    resolved.groups.push(group)
  }

  // Bundles and paths first: an item that is also in one of them is paid with it.
  for (const key of wanted.toSorted((a, b) => Number(isSet(b)) - Number(isSet(a)))) {
    const reject = (reason: Unsold['reason'], title: string | null = null) =>
      resolved.unsold.push({ key, title, reason })
    if (isSet(key)) {
      const set = sets.get(offerKeyText(key))
      if (!set?.isForSale) {
        reject('not-found', set?.title ?? null)
        continue
      }
      const { kind, id, title, members, priceOf, weightsOf } = set
      const missing = members.filter(isMissing)
      if (missing.length > 0)
        sell(key, {
          set: { kind, id, title },
          items: missing,
          priceIdr: priceOf(missing),
          weights: weightsOf(missing),
        })
      else {
        const isTwice = members.some((item) => !isOwned(item) && taken.has(keyText(item)))
        reject(isTwice ? 'twice' : 'already-owned', title)
      }
      continue
    }
    const item = items.get(offerKeyText(key))
    if (!item) reject('not-found')
    else if (isOwned(item)) reject('already-owned', item.title)
    else if (isOwnWork(item)) reject('own-item', item.title)
    else if (taken.has(keyText(item))) reject('twice', item.title)
    else if (item.isEmpty) reject('empty', item.title)
    else sell(key, { ...soldAlone(item), groupId: item.hasCohorts ? (key.groupId ?? null) : null })
  }
  return resolved
}

const keyText = ({ kind, id }: Pick<Item, 'kind' | 'id'>) => offerKeyText({ kind, itemId: id })

type Wanted = {
  /** By `offerKeyText`. */ sets: Map<string, SoldSet>
  /** For sale, by `offerKeyText`. */ items: Map<string, Item>
  /** By `offerKeyText`. */ owned: Set<string>
}

/** Loads sets, items and what is owned. As many queries for any number of wanted things: carts are long, and read on each visit. */
async function readWanted(
  tx: Tx,
  deps: CommerceDeps,
  wanted: readonly OfferKey[],
  ownerId: string | null,
): Promise<Wanted> {
  const idsOf = (kind: OfferKey['kind']) => wanted.filter((key) => key.kind === kind).map(({ itemId }) => itemId)
  const sets = await findSets(deps, wanted, tx)
  const members = [...sets.values()].flatMap((set) => set.members)
  const items = new Map<string, Item>()
  const owned = new Set<string>()
  for (const kind of ['course', 'ebook'] as const) {
    const ids = idsOf(kind)
    if (ids.length > 0) for (const item of await deps.items[kind].listForSale(ids, tx)) items.set(keyText(item), item)
    const ownable = [
      ...new Set([...items.values(), ...members].filter((item) => item.kind === kind).map(({ id }) => id)),
    ]
    if (ownerId && ownable.length > 0)
      for (const id of await deps.items[kind].listOwned(ownerId, ownable, tx)) owned.add(keyText({ kind, id }))
  }
  return { sets, items, owned }
}

/** One title for things bought together. */
export const titleOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} dan ${others.length} lainnya`

/** One thing names itself; several are a cart. */
export function nameSubject(groups: readonly Group[], studentId: string): Subject {
  const [first, ...others] = groups
  if (first && others.length === 0) {
    if (first.set) return { ...first.set, instructorId: null }
    const [item] = first.items
    if (item) return { kind: item.kind, id: item.id, title: item.title, instructorId: item.instructorId }
  }
  const titles = groups.flatMap(({ items }) => items.map(({ title }) => title))
  return { kind: 'cart', id: studentId, title: titleOf(titles), instructorId: null }
}
