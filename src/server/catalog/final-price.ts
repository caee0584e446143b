import { sql, type SQL } from 'drizzle-orm'
import { minimumChargeIdr } from '#contract/kit/money.ts'
import type { SaleRow } from '#server/commerce/prices/index.ts'
import { courses } from '#server/catalog/tables.ts'

/** The price of a course after its discount, in rupiah. The same rounding as priceAfterDiscount() in the contract; amounts are never negative. */
export const finalPrice = sql<number>`round(${courses.priceIdr} * (100 - ${courses.discountPercent}) / 100.0)`

/** For lists: what is paid now, the price that is struck out beside it, and whether the two differ. The same rules as salePriceOf(). */
export function pricesIn(running: readonly SaleRow[]): { paid: SQL<number>; struckOut: SQL<number>; isReduced: SQL } {
  if (running.length === 0)
    return {
      paid: finalPrice,
      struckOut: sql<number>`${courses.priceIdr}`,
      isReduced: sql`${courses.discountPercent} > 0`,
    }
  const inSale = running.map((sale) => {
    const price =
      sale.kind === 'percent' ? sql`round(${finalPrice} * ${100 - sale.value}::int / 100.0)` : sql`${sale.value}::int`
    const scope = sale.courseId
      ? sql`${courses.id} = ${sale.courseId}`
      : sale.categoryId
        ? sql`${courses.categoryId} = ${sale.categoryId}`
        : sql`true`
    return sql`case when ${scope} then greatest(${price}, ${minimumChargeIdr}::int) end`
  })
  // least() ignores the null of a sale that is of other courses.
  const paid = sql<number>`least(${sql.join([finalPrice, ...inSale], sql`, `)})`
  const struckOut = sql<number>`case when ${paid} < ${finalPrice} then ${finalPrice} else ${courses.priceIdr} end`
  return { paid, struckOut, isReduced: sql`(${courses.discountPercent} > 0 or ${paid} < ${finalPrice})` }
}
