import { count, eq, sql } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { salesTag, scheduledSales, promoCodes } from '#server/commerce/prices/index.ts'
import type { Tx } from '#server/platform/database/index.ts'

const offers = [promoCodes, scheduledSales] as const

/** The promo codes and sales that are for one category, whether or not they are over. */
export async function countCategoryOffers(tx: Tx, categoryId: string): Promise<number> {
  let total = 0
  for (const table of offers) {
    const [row] = await tx.select({ ofTable: count() }).from(table).where(eq(table.categoryId, categoryId))
    total += row?.ofTable ?? 0
  }
  return total
}

/** When the courses of a category move to another one, what lowers their prices goes with them. */
export async function moveCategoryOffers(
  tx: Tx,
  { cacheTags }: Pick<CommerceDeps, 'cacheTags'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const table of offers)
    await tx
      .update(table)
      .set({ categoryId: to, version: sql`${table.version} + 1` })
      .where(eq(table.categoryId, from))
  await cacheTags.invalidate(tx, [salesTag])
}
