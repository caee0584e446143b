import { priceAfterDiscount } from '#contract/kit/money.ts'
import type { CourseCard } from '#contract/catalog/catalog.ts'
import {
  findAnnouncedPrices,
  salePriceOf,
  type CoveredItem,
  type SalePrice,
  type SaleRow,
} from '#server/commerce/prices/index.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { currentBanner } from '#server/site/settings/index.ts'
import type { CourseRow } from './list-courses.ts'
import { presentCard } from './present.ts'

type PricedCourse = CoveredItem & { currentIdr: number }

const toPriced = (
  { id, categoryId, instructorId, priceIdr, discountPercent }: CourseRow,
  sale: SalePrice | null,
): PricedCourse => ({
  kind: 'course',
  id,
  categoryId,
  instructorId,
  currentIdr: sale?.priceIdr ?? priceAfterDiscount({ price: priceIdr ?? 0, discount: discountPercent }),
})

/** Courses in lists, with the prices of the sales that are running and of the code that the site announces. */
export async function presentCards(
  deps: CatalogDeps,
  rows: readonly CourseRow[],
  running: readonly SaleRow[],
): Promise<CourseCard[]> {
  const people = await deps.identity.findUserProfiles(rows.map((row) => row.instructorId))
  const priced = rows.map((row) => ({ row, sale: salePriceOf(running, row) }))
  const announcement = currentBanner((await deps.settings.readSite()).announcement, deps.clock.now())
  const promos = await findAnnouncedPrices(
    deps,
    announcement?.promoCode ?? null,
    priced.map(({ row, sale }) => toPriced(row, sale)),
  )
  return priced.map(({ row, sale }) => presentCard(row, people.get(row.instructorId), sale, promos.get(row.id) ?? null))
}
