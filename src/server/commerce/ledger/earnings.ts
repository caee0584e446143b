import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { jakartaAheadMs, jakartaDay, jakartaMinute } from '#contract/days.ts'
import type { Download } from '#contract/endpoint.ts'
import type { Earnings, MoneyShares } from '#contract/sales.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { invoices, ledgerLines, transactions } from '#server/commerce/tables.ts'
import { csvFileName, csvType, exportPageLength, readPages, streamCsv, type CsvRow } from '#server/csv/index.ts'
import type { Clock } from '#server/clock.ts'
import { jakartaText, type Database } from '#server/database/index.ts'
import { streamDownload } from '#server/http/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Account } from './split.ts'

type Deps = { database: Database; identity: Identity; clock: Clock }
export type EarningsQuery = { month: string | null; /** Null: all instructors. */ instructorId: string | null }

const entriesListed = 1_000

/** The statement of a month from the ledger, in western Indonesian time. */
export async function readEarnings(deps: Deps, { month: requested, instructorId }: EarningsQuery): Promise<Earnings> {
  const { database } = deps
  const month = requested ?? thisMonth(deps)
  const inMonth = within(month, instructorId)

  const [totals] = await database.query
    .select({ ...shares, sales })
    .from(ledgerLines)
    .innerJoin(transactions, eq(transactions.id, ledgerLines.transactionId))
    .where(inMonth)
  const entries = await listEntries(deps, inMonth, entriesListed + 1)
  return {
    month,
    months: await listMonths(database, ownedBy(instructorId)),
    instructors: await listInstructors(deps, inMonth),
    totals: totals ?? { gross: 0, providerFee: 0, tax: 0, platform: 0, instructor: 0, sales: 0 },
    entries: entries.slice(0, entriesListed),
    hasMore: entries.length > entriesListed,
  }
}

const eventLabels = { sale: 'Penjualan', refund: 'Pengembalian dana', chargeback: 'Ditarik bank' } as const

const header = ['Tanggal (WIB)', 'Peristiwa', 'Invoice', 'Item', 'Instruktur', 'Dibayar', 'Biaya penyedia', 'Pajak', 'Platform', 'Bagian instruktur']

/** All entries of the month as CSV, newest first. */
export function exportEarnings(
  deps: Pick<CommerceDeps, 'database' | 'identity' | 'clock' | 'log'>,
  { month: requested, instructorId }: EarningsQuery,
): Download {
  const month = requested ?? thisMonth(deps)
  const inMonth = within(month, instructorId)
  const readPage = (after: Entry | null) => readEntries(deps, and(inMonth, after ? olderThan(after) : undefined), exportPageLength)
  const pages = readPages({ readPage, log: deps.log, what: 'earnings' })
  return streamDownload(csvFileName(`penghasilan-${month}`), csvType, streamCsv(header, pages, toCells))
}

const toCells = (entry: Entry): CsvRow => [
  jakartaMinute(entry.bookedAt),
  eventLabels[entry.event],
  entry.invoiceId,
  entry.item,
  entry.instructorName,
  entry.gross,
  entry.providerFee,
  entry.tax,
  entry.platform,
  entry.instructor,
]

const thisMonth = ({ clock }: Deps): string => jakartaDay(clock.now()).slice(0, 7)
const ownedBy = (instructorId: string | null) => (instructorId ? eq(transactions.instructorId, instructorId) : undefined)
const within = (month: string, instructorId: string | null) =>
  and(gte(ledgerLines.bookedAt, startOf(month, 0)), lt(ledgerLines.bookedAt, startOf(month, 1)), ownedBy(instructorId))

/** The start of a month, or of the month `later` months after it. */
function startOf(month: string, later: number): Date {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + later, 1) - jakartaAheadMs)
}

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
const sales = sql<number>`count(distinct ${ledgerLines.entryId}) filter (where ${ledgerLines.event} = 'sale')::int`

/** Entries of the ledger, newest first. */
export async function listEntries(deps: Pick<Deps, 'database' | 'identity'>, where: SQL | undefined, limit: number): Promise<Earnings['entries']> {
  const entries = await readEntries(deps, where, limit)
  return entries.map(({ entryId: _entryId, bookedAtText: _text, ...entry }) => entry)
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number]

// As text, because a Date has milliseconds and the column microseconds.
const olderThan = ({ bookedAtText, entryId }: Entry): SQL =>
  sql`(${ledgerLines.bookedAt}, ${ledgerLines.entryId}) < (${bookedAtText}::timestamptz, ${entryId}::uuid)`

async function readEntries({ database, identity }: Pick<Deps, 'database' | 'identity'>, where: SQL | undefined, limit: number) {
  const rows = await database.query
    .select({
      ...shares,
      entryId: ledgerLines.entryId,
      bookedAtText: sql<string>`${ledgerLines.bookedAt}::text`,
      bookedAt: ledgerLines.bookedAt,
      event: ledgerLines.event,
      item: transactions.itemTitle,
      invoiceId: invoices.number,
      instructorId: transactions.instructorId,
    })
    .from(ledgerLines)
    .innerJoin(transactions, eq(transactions.id, ledgerLines.transactionId))
    .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
    .where(where)
    .groupBy(ledgerLines.entryId, ledgerLines.bookedAt, ledgerLines.event, transactions.itemTitle, invoices.number, transactions.instructorId)
    .orderBy(desc(ledgerLines.bookedAt), desc(ledgerLines.entryId))
    .limit(limit)
  const people = await identity.findUserProfiles(rows.flatMap((row) => row.instructorId ?? []))
  return rows.map(({ instructorId, bookedAt, ...row }) => ({
    ...row,
    bookedAt: bookedAt.toISOString(),
    instructorName: people.get(instructorId ?? '')?.name ?? null,
  }))
}

async function listInstructors({ database, identity }: Deps, inMonth: SQL | undefined): Promise<Earnings['instructors']> {
  const rows = await database.query
    .select({ instructorId: transactions.instructorId, gross: shares.gross, instructor: shares.instructor, sales })
    .from(ledgerLines)
    .innerJoin(transactions, eq(transactions.id, ledgerLines.transactionId))
    .where(inMonth)
    .groupBy(transactions.instructorId)
    .orderBy(desc(shares.instructor))
  const people = await identity.findUserProfiles(rows.flatMap((row) => row.instructorId ?? []))
  return rows.flatMap(({ instructorId, ...row }) => (instructorId ? [{ ...row, _id: instructorId, name: people.get(instructorId)?.name ?? '' }] : []))
}

async function listMonths(database: Database, mine: SQL | undefined): Promise<string[]> {
  const month = jakartaText(ledgerLines.bookedAt, 'YYYY-MM')
  const rows = await database.query
    .selectDistinct({ month })
    .from(ledgerLines)
    .innerJoin(transactions, eq(transactions.id, ledgerLines.transactionId))
    .where(mine)
    .orderBy(desc(month))
  return rows.map((row) => row.month)
}
