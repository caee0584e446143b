import { priceAfterDiscount } from '#contract/kit/money.ts'
import type { CourseCard } from '#contract/catalog/catalog.ts'
import { salePriceOf, type SalePrice, type SaleRow } from '#server/commerce/sales/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { CourseRow } from './list-courses.ts'
import { presentCard } from './present.ts'

type PricedCourse = {
  kind: 'course'
  id: string
  categoryId: string | null
  instructorId: string | null
  currentIdr: number
}
/** What the code that the site announces makes of these prices, by id. */
export type FindAnnouncedPrices = (
  courses: readonly PricedCourse[],
) => Promise<Map<string, { code: string; price: number }>>

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
  {
    identity,
    findAnnouncedPrices,
  }: { identity: Pick<Identity, 'findUserProfiles'>; findAnnouncedPrices: FindAnnouncedPrices },
  rows: readonly CourseRow[],
  running: readonly SaleRow[],
): Promise<CourseCard[]> {
  const people = await identity.findUserProfiles(rows.map((row) => row.instructorId))
  const priced = rows.map((row) => ({ row, sale: salePriceOf(running, row) }))
  const promos = await findAnnouncedPrices(priced.map(({ row, sale }) => toPriced(row, sale)))
  return priced.map(({ row, sale }) => presentCard(row, people.get(row.instructorId), sale, promos.get(row.id) ?? null))
}
