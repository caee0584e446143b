import { and, inArray, sql, type SQL } from 'drizzle-orm'
import type { Earnings } from '#contract/commerce/orders-staff.ts'
import { ledgerLines } from '#server/commerce/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Account } from './split.ts'

const sumOf = (account: Account): SQL<number> =>
  sql<number>`coalesce(sum(${ledgerLines.amountIdr}) filter (where ${ledgerLines.account} = ${account}), 0)`

/** Base and tax of what the ledger booked under this condition, without what was sold untaxed. What went back is positive. */
export async function readTaxed(queryable: Queryable, where: SQL | undefined): Promise<Earnings['taxed']> {
  const entries = queryable
    .select({
      isSale: sql<boolean>`${ledgerLines.event} = 'sale'`.as('is_sale'),
      gross: sumOf('gross').as('gross_idr'),
      // Negative in the ledger, as all shares.
      tax: sumOf('tax').as('tax_idr'),
    })
    .from(ledgerLines)
    .where(and(where, inArray(ledgerLines.account, ['gross', 'tax'])))
    .groupBy(ledgerLines.entryId, ledgerLines.event)
    .as('entries')
  const sums = await queryable
    .select({
      isSale: entries.isSale,
      base: sql<number>`sum(${entries.gross} + ${entries.tax})::double precision`,
      tax: sql<number>`-sum(${entries.tax})::double precision`,
    })
    .from(entries)
    .where(sql`${entries.tax} <> 0`)
    .groupBy(entries.isSale)
  if (sums.length === 0) return null
  const none = { base: 0, tax: 0 }
  const returned = sums.find(({ isSale }) => !isSale) ?? none
  const sold = sums.find(({ isSale }) => isSale) ?? none
  return {
    sold: { base: sold.base, tax: sold.tax },
    returned: { base: 0 - returned.base, tax: 0 - returned.tax },
  }
}
