import { and, count, desc, eq } from 'drizzle-orm'
import { maximumWishes, type Offer, type Wish } from '#contract/commerce/wishlist.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { offerKeyText, readOffers, type OfferKey } from '#server/commerce/items/offers.ts'
import { resolvePurchase } from '#server/commerce/items/resolve-purchase.ts'
import { lockUntilCommit } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { wishes } from './wishlist-tables.ts'

/** Without what is no longer sold, and what the user owns by now. */
export async function listWishes(deps: CommerceDeps, userId: string): Promise<Wish[]> {
  const rows = await deps.database.query
    .select()
    .from(wishes)
    .where(eq(wishes.userId, userId))
    .orderBy(desc(wishes.createdAt), desc(wishes.itemId))
    .limit(maximumWishes)
  // Every page of a signed-in user asks, and most lists are empty.
  if (rows.length === 0) return []
  const offers = await readOffers(deps, rows)
  const { unsold } = await deps.database.transaction((tx) =>
    resolvePurchase(tx, deps, { wanted: rows, ownerId: userId, buyerId: userId }),
  )
  const owned = new Set(unsold.flatMap(({ key, reason }) => (reason === 'already-owned' ? [offerKeyText(key)] : [])))
  return rows.flatMap((row) => {
    const offer = offers.get(offerKeyText(row))
    return offer && !owned.has(offerKeyText(row))
      ? [{ ...offer, addedAt: row.createdAt.toISOString(), priceThen: row.priceIdr }]
      : []
  })
}

type Added = { outcome: 'added'; offer: Offer } | Refusal<'not-found' | 'wishlist-full'>

/** Idempotent: what is on the list already keeps its place. */
export async function addWish(deps: CommerceDeps, userId: string, key: OfferKey): Promise<Added> {
  const offer = (await readOffers(deps, [key])).get(offerKeyText(key))
  if (!offer) return refused('not-found')
  return deps.database.transaction(async (tx) => {
    // Serializes concurrent additions, so that the limit holds.
    await lockUntilCommit(tx, `wishlist:${userId}`)
    const isThis = and(eq(wishes.userId, userId), eq(wishes.kind, key.kind), eq(wishes.itemId, key.itemId))
    const [known] = await tx.select({ itemId: wishes.itemId }).from(wishes).where(isThis)
    if (known) return { outcome: 'added', offer }
    const [kept] = await tx.select({ count: count() }).from(wishes).where(eq(wishes.userId, userId))
    if ((kept?.count ?? 0) >= maximumWishes) return refused('wishlist-full')
    await tx.insert(wishes).values({ userId, ...key, priceIdr: offer.price, createdAt: deps.clock.now() })
    return { outcome: 'added', offer }
  })
}

export async function removeWish(
  { database }: CommerceDeps,
  userId: string,
  { kind, itemId }: OfferKey,
): Promise<void> {
  await database.query
    .delete(wishes)
    .where(and(eq(wishes.userId, userId), eq(wishes.kind, kind), eq(wishes.itemId, itemId)))
}
