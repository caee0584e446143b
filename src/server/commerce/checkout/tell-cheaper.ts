import { and, asc, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Offer } from '#contract/commerce/wishlist.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { offerKeyText, type OfferKey } from '#server/commerce/items/offer-key.ts'
import { readOffers, readPrice } from '#server/commerce/items/offers.ts'
import { findSets } from '#server/commerce/items/sets.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import { wishes, wishNotices } from './wishlist-tables.ts'

const itemsPerRun = 200
const peoplePerStep = 100
/** One run ends here; the next one goes on with the same item. */
const stepsPerRun = 20

/** Tells of some wishes with each run, and goes on there with the next one of this process. */
export function cheaperWishesTeller(deps: CommerceDeps): () => Promise<void> {
  let last: OfferKey | null = null
  return async () => void (last = await tellOfCheaperWishes(deps, last))
}

/** Tells people of wishes that cost less than when they were added, one a day each. `after` is the item of the last run; the result is that of the next. */
async function tellOfCheaperWishes(deps: CommerceDeps, after: OfferKey | null): Promise<OfferKey | null> {
  const keys = await listWishedItems(deps, after)
  const offers = await readOffers(deps, keys)
  let steps = 0
  for (const offer of await findChanged(deps, [...offers.values()])) {
    while (await tellNext(deps, offer)) if (++steps >= stepsPerRun) return after
  }
  return keys.length < itemsPerRun ? null : (keys.at(-1) ?? null)
}

/** Each wished item once, by skipping from one to the next in the index. */
async function listWishedItems({ database }: CommerceDeps, after: OfferKey | null): Promise<OfferKey[]> {
  const from = after ? sql`where (kind, item_id) > (${after.kind}, ${after.itemId}::uuid)` : sql``
  const { rows } = await database.query.execute<OfferKey>(sql`
    with recursive items as (
      (select kind, item_id from wishes ${from} order by kind, item_id limit 1)
      union all
      select later.kind, later.item_id from items cross join lateral (
        select w.kind, w.item_id from wishes w where (w.kind, w.item_id) > (items.kind, items.item_id) order by w.kind, w.item_id limit 1
      ) later
    )
    select kind, item_id as "itemId" from items limit ${itemsPerRun}`)
  return rows
}

/** Those with somebody to tell, or who was told of a price that is over. */
async function findChanged({ database }: CommerceDeps, offers: readonly Offer[]): Promise<Offer[]> {
  if (offers.length === 0) return []
  const prices = JSON.stringify(offers.map(({ kind, itemId, price }) => ({ kind, item_id: itemId, price })))
  const { rows } = await database.query.execute<OfferKey>(sql`
    select p.kind, p.item_id as "itemId" from jsonb_to_recordset(${prices}::jsonb) as p (kind text, item_id uuid, price int)
    where exists (select 1 from wishes w where w.kind = p.kind and w.item_id = p.item_id
      and (w.told_idr < p.price or (w.price_idr > p.price and (w.told_idr is null or w.told_idr > p.price))))`)
  const changed = new Set(rows.map(offerKeyText))
  return offers.filter((offer) => changed.has(offerKeyText(offer)))
}

/** Tells the next people of one item; false when there are no more. */
async function tellNext(deps: CommerceDeps, offer: Offer): Promise<boolean> {
  const { kind, itemId, title, price: priceIdr } = offer
  const today = jakartaDay(deps.clock.now())
  return deps.database.transaction(async (tx) => {
    // One process at a time, so that nobody is told twice on a day.
    await lockUntilCommit(tx, 'cheaper-wishes')
    const isThis = and(eq(wishes.kind, kind), eq(wishes.itemId, itemId))
    // Dearer again since: the next fall is news.
    await tx
      .update(wishes)
      .set({ toldIdr: null })
      .where(and(isThis, lt(wishes.toldIdr, priceIdr)))
    const toldToday = tx
      .select({ userId: wishNotices.userId })
      .from(wishNotices)
      .where(and(eq(wishNotices.userId, wishes.userId), eq(wishNotices.toldOn, today)))
    const people = await tx
      .select({ userId: wishes.userId })
      .from(wishes)
      .where(
        and(
          isThis,
          gt(wishes.priceIdr, priceIdr),
          or(isNull(wishes.toldIdr), gt(wishes.toldIdr, priceIdr)),
          notExists(toldToday),
        ),
      )
      .orderBy(asc(wishes.userId))
      .limit(peoplePerStep)
    if (people.length === 0) return false
    const userIds = people.map(({ userId }) => userId)
    await tx
      .update(wishes)
      .set({ toldIdr: priceIdr })
      .where(and(isThis, inArray(wishes.userId, userIds)))
    const told: string[] = []
    for (const userId of userIds) if (!(await isOwned(tx, deps, userId, offer))) told.push(userId)
    if (told.length > 0) {
      await tx
        .insert(wishNotices)
        .values(told.map((userId) => ({ userId, toldOn: today })))
        .onConflictDoUpdate({ target: wishNotices.userId, set: { toldOn: today } })
      await deps.notify(
        tx,
        ...told.map((userId) => ({
          kind: 'wish-sale' as const,
          userId,
          data: { title, url: pathOf(offer), priceIdr },
        })),
      )
    }
    return people.length === peoplePerStep
  })
}

/** True when it costs what was told, and is still wished and not owned. Another price is news of its own. */
export async function isStillCheaper(
  tx: Tx,
  deps: CommerceDeps,
  { userId, data: { url, priceIdr } }: { userId: string; data: { url: string; priceIdr: number } },
): Promise<boolean> {
  const { kind, itemId } = wishes
  const wished = await tx.select({ kind, itemId }).from(wishes).where(eq(wishes.userId, userId))
  const told = wished.find((key) => pathOf(key) === url)
  if (!told || (await readPrice(tx, deps, told)) !== priceIdr) return false
  return !(await isOwned(tx, deps, userId, told))
}

/** All of it, in a bundle or a path. */
async function isOwned(tx: Tx, { items }: CommerceDeps, userId: string, key: OfferKey): Promise<boolean> {
  const { kind, itemId } = key
  if (kind !== 'bundle' && kind !== 'path') return items[kind].isOwned(userId, itemId, tx)
  const members = (await findSets({ items }, [key], tx)).get(offerKeyText(key))?.members ?? []
  for (const member of members) if (!(await items[member.kind].isOwned(userId, member.id, tx))) return false
  return true
}

function pathOf({ kind, itemId }: OfferKey): string {
  if (kind === 'course') return paths.courseDetail({ courseId: itemId })
  if (kind === 'path') return paths.learningPath({ slug: itemId })
  return kind === 'ebook' ? paths.ebook({ ebookId: itemId }) : paths.bundle({ slug: itemId })
}
