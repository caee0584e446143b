import { and, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { jakartaMinute } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { ledgerLines } from '#server/commerce/tables.ts'
import { exportCsv, type CsvRow } from '#server/platform/csv/index.ts'
import { startOf, thisMonth, within, type EarningsQuery } from './earnings.ts'
import { readEntries, type Entry } from './ledger-entries.ts'
import { readPayoutEntries, type ListedPayout } from './statement-balance.ts'

const eventLabels = {
  sale: 'Penjualan',
  refund: 'Pengembalian dana',
  chargeback: 'Ditarik bank',
  reversal: 'Dibatalkan bank',
} as const

const header = [
  'Tanggal (WIB)',
  'Peristiwa',
  'Invoice',
  'Item',
  'Harga item',
  'Instruktur',
  'Persen',
  'Bagian dari harga',
  'Biaya penyedia',
  'Termasuk DPP',
  'Pajak',
  'Platform',
  'Bagian instruktur',
  'Pencairan',
  'Referensi pencairan',
]

type Row = Entry | ListedPayout
const idOf = (row: Row): string => ('amountIdr' in row ? row.id : row.entryId)

/** All entries of the month as CSV, newest first, of one instructor also the payouts: the last two columns add up to the change of the balance. */
export function exportEarnings(
  deps: Pick<CommerceDeps, 'database' | 'identity' | 'clock' | 'csv'>,
  { month: requested, instructorId }: EarningsQuery,
): Download {
  const month = requested ?? thisMonth(deps)
  const readPage = async (after: Row | null, limit: number): Promise<Row[]> => {
    const older = after && { bookedAtText: after.bookedAtText, id: idOf(after) }
    const inMonth = within(month, instructorId)
    const sales = await readEntries(deps, and(inMonth, older ? isOlder(ledgerLines.entryId, older) : undefined), limit)
    const paid =
      instructorId === null
        ? []
        : await readPayoutEntries(
            deps.database.query,
            { start: startOf(month, 0), end: startOf(month, 1), instructorId },
            older,
            limit,
          )
    return inOrder(sales, paid).slice(0, limit)
  }
  return exportCsv(deps, { name: `penghasilan-${month}`, what: 'earnings', header, toCells, readPage })
}

const isOlder = (entryId: PgColumn, older: { bookedAtText: string; id: string }): SQL =>
  sql`(${ledgerLines.bookedAt}, ${entryId}) < (${older.bookedAtText}::timestamptz, ${older.id}::uuid)`

/** Two lists that are in order by time and id, as one. */
function inOrder(sales: Entry[], paid: ListedPayout[]): Row[] {
  const key = (row: Row) => `${row.bookedAtText} ${idOf(row)}`
  return [...sales, ...paid].toSorted((a, b) => (key(a) < key(b) ? 1 : -1))
}

const toCells = (row: Row): CsvRow => ('amountIdr' in row ? payoutCells(row) : entryCells(row))

/** An amount that is taken from the balance is negative. */
const payoutCells = ({ bookedAt, event, amountIdr, reference }: ListedPayout): CsvRow => [
  jakartaMinute(bookedAt),
  event === 'requested' ? 'Pencairan' : 'Pencairan kembali',
  null,
  null,
  null,
  null,
  null,
  0,
  0,
  0,
  0,
  0,
  0,
  -amountIdr,
  reference,
]

const entryCells = (entry: Entry): CsvRow => [
  jakartaMinute(entry.bookedAt),
  eventLabels[entry.event],
  entry.invoiceId,
  entry.item,
  entry.price,
  entry.instructorName,
  entry.sharePercent,
  entry.gross,
  entry.providerFee,
  entry.tax === 0 ? 0 : entry.gross - entry.tax,
  entry.tax,
  entry.platform,
  entry.instructor,
  0,
  null,
]
