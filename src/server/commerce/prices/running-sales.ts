import { asc, gt } from 'drizzle-orm'
import { maximumSalesAhead } from '#contract/commerce/scheduled-sales.ts'
import { dependsOn, validUntil } from '#server/platform/pages/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { scheduledSales, type SaleRow } from './tables.ts'

/** The cache tag of what shows a price that a sale may change. */
export const salesTag = 'sales'

/** The sales that are running now. A response that reads them ends exactly when the next one starts or ends. */
export async function readRunningSales(queryable: Queryable, now: Date): Promise<SaleRow[]> {
  dependsOn(salesTag)
  const ahead = await queryable
    .select()
    .from(scheduledSales)
    .where(gt(scheduledSales.endsAt, now))
    .orderBy(asc(scheduledSales.endsAt))
    .limit(maximumSalesAhead)
  for (const { startsAt, endsAt } of ahead) validUntil(startsAt > now ? startsAt : endsAt)
  return ahead.filter(({ startsAt }) => startsAt <= now)
}
