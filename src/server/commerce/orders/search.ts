import { and, eq, inArray, isNotNull, like, or, sql, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { orderIdsIn } from './order-id.ts'
import { invoices, transactionLines, transactions } from '#server/commerce/tables.ts'
import { containing, containsText, type Queryable } from '#server/platform/database/index.ts'

/** An amount as people copy it from a statement: "Rp 89.123", "89,123.00". */
function amountIn(q: string): number | null {
  const digits = q
    .replace(/^rp/i, '')
    .replace(/[.,]00$/, '')
    .replaceAll(/[\s.,]/g, '')
  return /^\d{4,9}$/.test(digits) ? Number(digits) : null
}

// As in the index `transaction_lines_titles`: a first line that no bundle or path names has the title of its transaction.
const titlesOfLine = sql`lower(${transactionLines.itemTitle} || ' ' || coalesce(${transactionLines.setTitle}, ''))`
const hasTitlesOfItsOwn = sql`(${transactionLines.position} > 0 or ${transactionLines.bundleId} is not null or ${transactionLines.pathId} is not null)`

/**
 * Condition: the transaction is found by part of its buyer, of any title in it, of its number or invoice, by its promo code or by its
 * exact amount. Each part reads an index of its own, which a condition with `or` would not.
 */
export function isFoundBy(query: Queryable, q: string): SQL {
  const text = q.toLowerCase()
  const amount = amountIn(q)
  const orderIds = orderIdsIn([q])
  const byColumns = or(
    containsText(transactions.searchText, text),
    and(isNotNull(transactions.promoCode), eq(transactions.promoCode, q.toUpperCase())),
    amount === null ? undefined : eq(transactions.amountIdr, amount),
    orderIds.length > 0 ? inArray(transactions.orderId, orderIds) : undefined,
  )
  const ofColumns = query.select({ id: transactions.id }).from(transactions).where(byColumns)
  const ofLines = query
    .select({ id: transactionLines.transactionId })
    .from(transactionLines)
    .where(and(hasTitlesOfItsOwn, containsText(titlesOfLine, text)))
  // Invoice numbers are searched only for text that can be part of one.
  if (!/^[INV\d/]{3,}$/i.test(q)) return inArray(transactions.id, union(ofColumns, ofLines))
  const ofInvoices = query
    .select({ id: invoices.transactionId })
    .from(invoices)
    .where(like(invoices.number, containing(q.toUpperCase())))
  return inArray(transactions.id, union(ofColumns, ofLines, ofInvoices))
}
