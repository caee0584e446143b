import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Earnings, MoneyShares } from '#contract/commerce/orders-staff.ts'
import { invoices, ledgerLines, lineShares, transactionLines, transactions } from '#server/commerce/tables.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Account } from './split.ts'

/** To the microsecond, which a Date has not, and of one length, so that texts are compared as moments are. */
export const momentText = (column: PgColumn): SQL<string> =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

type Deps = { database: Database; identity: Identity }

/**
 * The percent of the site at the time of a sale without an agreement, from what the ledger booked: of an amount of 100 or more, rounding
 * down leaves one whole percent.
 */
const soldPercent = sql<
  number | null
>`(select ceil(coalesce(sum(sold.amount_idr) filter (where sold.account = 'instructor'), 0) * -100.0
    / nullif(sum(sold.amount_idr) filter (where sold.account in ('gross', 'provider_fee', 'tax')), 0))::int
  from ${ledgerLines} sold where sold.transaction_id = ${ledgerLines.transactionId} and sold.line_id is not distinct from ${ledgerLines.lineId}
    and sold.seller_id = ${ledgerLines.sellerId} and sold.event = 'sale')`

/** The ledger stores shares as negative amounts; statements show them as positive. */
const on = (account: Account, sign: 1 | -1): SQL<number> =>
  sql<number>`coalesce(${sql.raw(String(sign))} * sum(${ledgerLines.amountIdr}) filter (where ${ledgerLines.account} = ${account}), 0)::double precision`

const shares: Record<keyof MoneyShares, SQL<number>> = {
  gross: on('gross', 1),
  providerFee: on('provider_fee', -1),
  tax: on('tax', -1),
  platform: on('platform', -1),
  instructor: on('instructor', -1),
}

/** Entries of the ledger, newest first. `where` is a condition on the line of an entry that has the gross amount. */
export async function listEntries(deps: Deps, where: SQL | undefined, limit: number): Promise<Earnings['entries']> {
  const entries = await readEntries(deps, where, limit)
  return entries.map(({ entryId: _entryId, bookedAtText: _text, ...entry }) => entry)
}

export type Entry = Awaited<ReturnType<typeof readEntries>>[number]

export async function readEntries({ database, identity }: Deps, where: SQL | undefined, limit: number) {
  // The newest entries are found in an index, then only their lines are added up.
  const picked = database.query
    .select({ entryId: ledgerLines.entryId })
    .from(ledgerLines)
    .where(and(where, eq(ledgerLines.account, 'gross')))
    .orderBy(desc(ledgerLines.bookedAt), desc(ledgerLines.entryId))
    .limit(limit)
    .as('picked')
  const rows = await database.query
    .select({
      ...shares,
      entryId: ledgerLines.entryId,
      bookedAtText: momentText(ledgerLines.bookedAt),
      bookedAt: ledgerLines.bookedAt,
      event: ledgerLines.event,
      item: sql<string>`coalesce(${transactionLines.itemTitle}, ${transactions.itemTitle})`,
      invoiceId: invoices.number,
      instructorId: ledgerLines.sellerId,
      price: sql<
        number | null
      >`${transactionLines.priceIdr} - ${transactionLines.promoDiscountIdr} - ${transactionLines.uniqueCodeIdr}`,
      sharePercent: sql<number | null>`coalesce(${lineShares.sharePercent}, ${soldPercent})`,
    })
    .from(picked)
    .innerJoin(ledgerLines, eq(ledgerLines.entryId, picked.entryId))
    .innerJoin(transactions, eq(transactions.id, ledgerLines.transactionId))
    .leftJoin(transactionLines, eq(transactionLines.id, ledgerLines.lineId))
    .leftJoin(
      lineShares,
      and(eq(lineShares.lineId, ledgerLines.lineId), eq(lineShares.instructorId, ledgerLines.sellerId)),
    )
    .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
    .groupBy(
      ledgerLines.entryId,
      ledgerLines.bookedAt,
      ledgerLines.event,
      transactions.itemTitle,
      transactionLines.itemTitle,
      transactionLines.priceIdr,
      transactionLines.promoDiscountIdr,
      transactionLines.uniqueCodeIdr,
      lineShares.sharePercent,
      invoices.number,
      ledgerLines.sellerId,
      ledgerLines.transactionId,
      ledgerLines.lineId,
    )
    .orderBy(desc(ledgerLines.bookedAt), desc(ledgerLines.entryId))
  const people = await identity.findUserProfiles(rows.flatMap((row) => row.instructorId ?? []))
  return rows.map(({ instructorId, bookedAt, ...row }) => ({
    ...row,
    bookedAt: bookedAt.toISOString(),
    instructorName: people.get(instructorId ?? '')?.name ?? null,
  }))
}
