import { eq } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import { priceAfterPromo } from '#contract/kit/money.ts'
import { dependsOn, validUntil } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { countUses, coversItem, type CoveredItem } from './codes.ts'
import { salesTag } from './running-sales.ts'
import { promoCodes } from './tables.ts'

/** Shown on cards beside a price: the code that the site announces, and the price with it. */
export type PromoPrice = { code: string; price: number }

/** Cards may lag behind the uses of a code with a limit by this much. */
const limitedMs = minuteMs

/**
 * Applies the announced code to prices, by id; without those that it does not lower. Public, as the announcement is: other codes are
 * shown to nobody. A response that shows it ends with the code.
 */
export async function findAnnouncedPrices(
  { database, clock }: { database: Database; clock: Clock },
  code: string | null,
  items: readonly (CoveredItem & { currentIdr: number })[],
): Promise<Map<string, PromoPrice>> {
  if (code === null) return new Map()
  const now = clock.now()
  dependsOn(salesTag)
  const [promo] = await database.query.select().from(promoCodes).where(eq(promoCodes.code, code))
  if (!promo || promo.endsAt <= now) return new Map()
  validUntil(promo.startsAt > now ? promo.startsAt : promo.endsAt)
  if (promo.startsAt > now) return new Map()
  if (promo.totalLimit !== null) {
    validUntil(new Date(now.getTime() + limitedMs))
    if ((await countUses(database.query, promo.id, null, null)) >= promo.totalLimit) return new Map()
  }
  return new Map(
    items.flatMap((item): [string, PromoPrice][] => {
      const price = coversItem(promo, item) ? priceAfterPromo(item.currentIdr, promo) : item.currentIdr
      return price < item.currentIdr ? [[item.id, { code, price }]] : []
    }),
  )
}
