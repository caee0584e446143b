import { and, eq, type SQL } from 'drizzle-orm'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { ListSoldLinesInput, SoldLine } from '#contract/commerce/sold-lines.ts'
import { findOwnCourse } from '#server/catalog/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { gifts } from '#server/commerce/gifts/tables.ts'
import { amountOf } from '#server/commerce/items/refund-lines.ts'
import { soldLines, teamOrders, transactionLines, transactions } from '#server/commerce/tables.ts'
import {
  countedUpTo,
  keyset,
  type Keyset,
  type KeysetOrder,
  type KeysetPage,
  type Queryable,
} from '#server/platform/database/index.ts'
import { readTotalFigures } from '#server/platform/figures/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

export const newestPaid: KeysetOrder = {
  key: soldLines.paidAt,
  type: 'instant',
  id: soldLines.lineId,
  descending: true,
}

/** One page of what was sold of a course; null for who does not see its figures. */
export async function listSoldLines(
  { database: { query } }: CommerceDeps,
  staff: Viewer,
  { id: courseId, ...input }: ListSoldLinesInput & { id: string },
): Promise<(KeysetPage<SoldLine> & { total: number; isCounted: boolean }) | null> {
  if (!(await findOwnCourse(query, staff, courseId, 'edit'))) return null
  const at = keyset(newestPaid, input)
  const found = await readSoldLines(query, courseId, at)
  const { rows, ...steps } = at.finish(found)
  return {
    rows: rows.map(presentSoldLine),
    ...steps,
    ...(await at.count(found, () => countSoldLines(query, courseId))),
  }
}

/** The figure that the page of the course shows: nothing is counted here. */
async function countSoldLines(query: Queryable, courseId: string) {
  const [sold] = await readTotalFigures(query, ['sold'], [courseId])
  return countedUpTo(maximumCounted, sold?.value ?? 0)
}

export type FoundSoldLine = Awaited<ReturnType<typeof readSoldLines>>[number]
type Part = Pick<Keyset, 'orderBy' | 'position' | 'limit' | 'offset'> & { where: SQL | undefined }

export function readSoldLines(query: Queryable, itemId: string, { where, orderBy, position, limit, offset }: Part) {
  // The page is found in the index, then only its orders are read.
  const picked = query
    .select({ id: soldLines.lineId })
    .from(soldLines)
    .where(and(eq(soldLines.itemId, itemId), where))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
    .as('picked')
  return query
    .select({
      id: soldLines.lineId,
      position,
      paidAt: soldLines.paidAt,
      line: transactionLines,
      row: transactions,
      giftName: gifts.name,
      seats: teamOrders.seats,
    })
    .from(picked)
    .innerJoin(soldLines, eq(soldLines.lineId, picked.id))
    .innerJoin(transactionLines, eq(transactionLines.id, picked.id))
    .innerJoin(transactions, eq(transactions.id, transactionLines.transactionId))
    .leftJoin(gifts, eq(gifts.transactionId, transactions.id))
    .leftJoin(teamOrders, eq(teamOrders.transactionId, transactions.id))
    .orderBy(...orderBy)
}

export const presentSoldLine = ({ id, paidAt, line, row, giftName, seats }: FoundSoldLine): SoldLine => ({
  _id: id,
  transactionId: row.id,
  orderId: row.orderId,
  paidAt: paidAt.toISOString(),
  buyerName: row.buyerName,
  bundle: line.bundleId ? { title: line.setTitle ?? 'Paket' } : null,
  path: line.pathId ? { title: line.setTitle ?? 'Jalur' } : null,
  gift: giftName === null ? null : { name: giftName },
  seats,
  price: line.listPriceIdr,
  discount: line.listPriceIdr - line.priceIdr + line.uniqueCodeIdr,
  inSale: line.inSale,
  promoCode: line.promoDiscountIdr > 0 ? row.promoCode : null,
  promoDiscount: line.promoDiscountIdr,
  uniqueCode: line.uniqueCodeIdr,
  amount: amountOf(line),
  refunded: line.refundedAmountIdr,
  state: row.state,
})
