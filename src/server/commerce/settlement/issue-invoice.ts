import { sql } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import { includedTax } from '#contract/kit/money.ts'
import type { StoredSettings } from '#server/site/settings/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { findTeamOrder } from '#server/commerce/teams/paid-seats.ts'
import {
  invoiceCounters,
  invoices,
  type InvoiceLine,
  type InvoiceParties,
  type LineRow,
  type TeamOrderRow,
  type TransactionRow,
} from '#server/commerce/tables.ts'

/** The month an invoice belongs to, in western Indonesian time: `2026/11`. */
const invoiceMonth = (instant: Date): string => jakartaDay(instant).slice(0, 7).replace('-', '/')

/**
 * Issues the invoice of a paid transaction once and returns its number. The month's counter is locked until commit and rolls back
 * with the transaction, so numbers have no gaps.
 */
export async function issueInvoice(
  tx: Tx,
  deps: CommerceDeps,
  { row, lines }: { row: TransactionRow; lines: readonly LineRow[] },
): Promise<string> {
  const [existing] = await tx
    .select({ number: invoices.number })
    .from(invoices)
    .where(sql`${invoices.transactionId} = ${row.id}`)
  if (existing) return existing.number
  const now = deps.clock.now()
  const month = invoiceMonth(now)
  const [counter] = await tx
    .insert(invoiceCounters)
    .values({ month, lastNumber: 1 })
    .onConflictDoUpdate({ target: invoiceCounters.month, set: { lastNumber: sql`${invoiceCounters.lastNumber} + 1` } })
    .returning()
  if (!counter) throw new Error('The invoice counter upsert returned no row')
  const site = await deps.settings.readSite(tx)
  const team = await findTeamOrder(tx, row)
  const { seller, buyer } = invoiceParties(row, site, team)
  const { baseIdr, taxIdr } = includedTax(row.amountIdr, site.taxMode)
  // At least six digits: the millionth purchase of a month has seven.
  const number = `INV/${month}/${String(counter.lastNumber).padStart(6, '0')}`
  await tx.insert(invoices).values({
    transactionId: row.id,
    number,
    issuedAt: now,
    seller,
    buyer,
    lines: invoiceLines(deps, lines, { isGift: row.giftEmail !== null, seats: team?.seats ?? null }),
    totalIdr: row.amountIdr,
    taxBaseIdr: baseIdr,
    taxIdr,
  })
  return number
}

export function invoiceParties(
  row: TransactionRow,
  site: StoredSettings,
  team: Pick<TeamOrderRow, 'name' | 'npwp'> | null,
): InvoiceParties {
  return {
    seller: { ...site.seller, email: site.contactEmail, phone: site.contactPhone },
    buyer: {
      name: row.buyerName,
      email: row.buyerEmail,
      ...(team ? { team: { name: team.name, npwp: team.npwp } } : {}),
    },
  }
}

/** The items at their list prices, and the free extras of each kind. */
export function invoiceLines(
  { items }: Pick<CommerceDeps, 'items'>,
  lines: readonly LineRow[],
  { isGift, seats }: { isGift: boolean; seats: number | null },
): InvoiceLine[] {
  const extras = new Set(lines.flatMap(({ kind }) => items[kind].extras))
  return [
    ...lines.map(({ itemTitle, listPriceIdr }) => ({
      description: isGift ? `${itemTitle} (hadiah)` : seats === null ? itemTitle : `${itemTitle} (${seats} kursi)`,
      amount: listPriceIdr,
    })),
    ...lines
      .filter(({ uniqueCodeIdr }) => uniqueCodeIdr > 0)
      .map(({ uniqueCodeIdr }) => ({ description: 'Kode unik transfer', amount: uniqueCodeIdr })),
    ...[...extras].map((description) => ({ description, amount: 0 })),
  ]
}
