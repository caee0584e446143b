import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Cart } from '#contract/commerce/cart.ts'
import { maximumCartItems } from '#contract/commerce/commerce.ts'
import type { CommerceDeps } from './deps.ts'
import { isSet, offerKeyText, type OfferKey } from '#server/commerce/items/offer-key.ts'
import { readOffers } from '#server/commerce/items/offers.ts'
import { findSets } from '#server/commerce/items/sets.ts'
import { priceSeparately } from '#server/commerce/items/price-lines.ts'
import { resolvePurchase, type Unsold } from '#server/commerce/items/resolve-purchase.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import { chosenCohorts, seatsFor } from './orders/cohort-seats.ts'
import { findCohortNames } from '#server/groups/index.ts'
import { refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { cartItems } from './cart-tables.ts'

const isOf = (userId: string, { kind, itemId }: OfferKey) =>
  and(eq(cartItems.userId, userId), eq(cartItems.kind, kind), eq(cartItems.itemId, itemId))

type Gone = Omit<Unsold, 'reason'> & { reason: Unsold['reason'] | 'no-cohort' }

const reasons: Record<Gone['reason'], (title: string) => string> = {
  'not-found': (title) => `${title} tidak dijual lagi, jadi keluar dari keranjang.`,
  'already-owned': (title) => `${title} sudah jadi milikmu, jadi keluar dari keranjang.`,
  'own-item': (title) => `${title} kelasmu sendiri, jadi keluar dari keranjang.`,
  empty: (title) => `${title} belum punya isi, jadi keluar dari keranjang.`,
  twice: (title) => `${title} sudah termasuk dalam paket atau jalur di keranjangmu.`,
  'no-cohort': (title) => `${title} diikuti per angkatan. Pilih angkatannya dulu di halaman kelas.`,
}

/** Shows the cart at current prices. Whatever is owned or no longer sold leaves it, with a sentence. */
export async function showCart(deps: CommerceDeps, userId: string): Promise<Cart> {
  const rows: OfferKey[] = await deps.database.query
    .select({ kind: cartItems.kind, itemId: cartItems.itemId, groupId: cartItems.groupId })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.itemId))
    .limit(maximumCartItems)
  const { gone, cart } = await describeCart(deps, rows, userId)
  if (gone.length > 0)
    await deps.database.query.delete(cartItems).where(
      and(
        eq(cartItems.userId, userId),
        inArray(
          cartItems.itemId,
          gone.map(({ key }) => key.itemId),
        ),
      ),
    )
  return cart
}

/** Shows the cart of a visitor's device, by the same rules. */
export const showVisitorCart = async (deps: CommerceDeps, keys: readonly OfferKey[]): Promise<Cart> =>
  (await describeCart(deps, keys, null)).cart

async function describeCart(
  deps: CommerceDeps,
  keys: readonly OfferKey[],
  userId: string | null,
): Promise<{ cart: Cart; gone: readonly Gone[] }> {
  const resolved = await deps.database.transaction((tx) =>
    resolvePurchase(tx, deps, { wanted: keys, ownerId: userId, buyerId: userId }),
  )
  const gone: Gone[] = [...resolved.unsold]
  const offers = await readOffers(deps, keys)
  const cohorts = await findCohortNames(
    deps.database.query,
    resolved.groups.flatMap(({ groupId = null, items: [item] }) =>
      groupId !== null && item ? [{ groupId, courseId: item.id }] : [],
    ),
  )
  const items = keys.flatMap((key): Cart['items'] => {
    const group = resolved.groups.find((each) =>
      isSet(key) ? each.set?.id === key.itemId : !each.set && each.items[0]?.id === key.itemId,
    )
    const offer = offers.get(offerKeyText(key))
    if (!group || !offer) return []
    // A bundle or a path counts only what is not owned yet.
    const listPrice = group.set ? priceSeparately(group.items) : offer.listPrice
    const name = group.groupId ? cohorts.get(group.groupId) : undefined
    if (offer.needsCohort && !name) {
      // It was put there before the course had cohorts: no cashier would take it.
      gone.push({ key, title: offer.title, reason: 'no-cohort' })
      return []
    }
    const cohort = group.groupId && name ? { cohort: { _id: group.groupId, name } } : {}
    return [{ ...offer, listPrice, price: group.priceIdr, ...cohort }]
  })
  const titles = await nameGone(deps, gone)
  const notes = gone.map(({ key, title, reason }) => reasons[reason](title ?? titles.get(key.itemId) ?? 'Satu item'))
  return { gone, cart: { items, total: items.reduce((sum, { price }) => sum + price, 0), notes } }
}

/** Titles of what is no longer sold. */
async function nameGone({ items, database }: CommerceDeps, gone: readonly Gone[]): Promise<Map<string, string>> {
  const idsOf = (kind: OfferKey['kind']) =>
    gone.filter((each) => each.title === null && each.key.kind === kind).map(({ key }) => key.itemId)
  const titles = new Map<string, string>()
  for (const kind of ['course', 'ebook'] as const)
    if (idsOf(kind).length > 0)
      for (const [id, { title }] of await items[kind].describe(idsOf(kind))) titles.set(id, title)
  const sets = await findSets(
    { items },
    gone.filter((each) => each.title === null).map(({ key }) => key),
    database.query,
  )
  for (const { id, title } of sets.values()) titles.set(id, title)
  return titles
}

type Inserted = { outcome: 'added' } | Refusal<'cart-full'>
type NotBought =
  | { outcome: 'not-buyable'; message: string }
  | Refusal<'not-found' | 'cohort-full' | 'cohort-closed'>
  | InvalidInput

const notBuyable = (message: string) => ({ outcome: 'not-buyable' as const, message })
const refusals: Record<Unsold['reason'], ReturnType<typeof notBuyable> | Refusal<'not-found'>> = {
  'not-found': refused('not-found'),
  'already-owned': notBuyable('Ini sudah jadi milikmu.'),
  'own-item': notBuyable('Ini kelasmu sendiri, jadi tidak perlu dibeli.'),
  empty: notBuyable('Ini belum punya isi.'),
  twice: refused('not-found'),
}

export async function addToCart(deps: CommerceDeps, userId: string, key: OfferKey): Promise<Inserted | NotBought> {
  return deps.database.transaction(async (tx) => {
    const { groups, unsold } = await resolvePurchase(tx, deps, { wanted: [key], ownerId: userId, buyerId: userId })
    const [rejected] = unsold
    if (rejected) return refusals[rejected.reason]
    const seats = await seatsFor(tx, deps, { chosen: chosenCohorts(groups), userId })
    return seats.outcome === 'free' ? insert(tx, deps, userId, { ...key, groupId: groups[0]?.groupId ?? null }) : seats
  })
}

async function insert(tx: Tx, { clock }: CommerceDeps, userId: string, key: OfferKey): Promise<Inserted> {
  // Serializes concurrent additions, so that the limit holds.
  await lockUntilCommit(tx, `cart:${userId}`)
  const [known] = await tx.select({ itemId: cartItems.itemId }).from(cartItems).where(isOf(userId, key))
  if (known) {
    await tx
      .update(cartItems)
      .set({ groupId: key.groupId ?? null })
      .where(isOf(userId, key))
    return { outcome: 'added' }
  }
  const [kept] = await tx.select({ count: count() }).from(cartItems).where(eq(cartItems.userId, userId))
  if ((kept?.count ?? 0) >= maximumCartItems) return refused('cart-full')
  await tx.insert(cartItems).values({ userId, ...key, createdAt: clock.now() })
  return { outcome: 'added' }
}

export async function removeFromCart({ database }: CommerceDeps, userId: string, key: OfferKey): Promise<void> {
  await database.query.delete(cartItems).where(isOf(userId, key))
}
