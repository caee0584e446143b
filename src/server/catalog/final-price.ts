import { sql } from 'drizzle-orm'
import { courses } from './tables.ts'

/** The price of a course after its discount, in rupiah. The same rounding as priceAfterDiscount() in the contract; amounts are never negative. */
export const finalPrice = sql<number>`round(${courses.priceIdr} * (100 - ${courses.discountPercent}) / 100.0)`
