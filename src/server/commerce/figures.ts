import { and, count, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { jakartaText, type Queryable } from '#server/database/index.ts'
import { transactions } from './tables.ts'

const latestShown = 8

/** Sales of these courses (null: of all items) per day in western Indonesian time, and the latest transactions. */
export async function readSalesFigures(queryable: Queryable, courseIds: readonly string[] | null, since: Date) {
  const mine = courseIds ? and(eq(transactions.kind, 'course'), inArray(transactions.itemId, [...courseIds])) : undefined
  const day = jakartaText(transactions.paidAt, 'YYYY-MM-DD')
  const [all] = await queryable.select({ count: count() }).from(transactions).where(mine)
  return {
    transactions: all?.count ?? 0,
    // Refunds are subtracted.
    sales: await queryable
      .select({ day, amountIdr: sql<number>`sum(${transactions.amountIdr} - ${transactions.refundedAmountIdr})::float8` })
      .from(transactions)
      .where(and(mine, isNotNull(transactions.paidAt), gte(transactions.paidAt, since)))
      .groupBy(day),
    latest: await queryable.select().from(transactions).where(mine).orderBy(desc(transactions.createdAt), desc(transactions.id)).limit(latestShown),
  }
}
