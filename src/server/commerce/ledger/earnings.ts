import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { jakartaAheadMs, jakartaDay, jakartaMinute } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import type { Earnings, MoneyShares } from '#contract/commerce/sales.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { invoices, ledgerLines, transactionLines, transactions } from '#server/commerce/tables.ts'
import { exportCsv, type CsvRow } from '#server/platform/csv/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import {
  listFigureMonths,
  readDailyFigures,
  readFiguresBySubject,
  type FigureKind,
  type Subjects,
} from '#server/platform/figures/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Account } from './split.ts'
import { readPayoutEntries, readStatementBalance, type ListedPayout } from './statement-balance.ts'

type Deps = { database: Database; identity: Identity; clock: Clock }
export type EarningsQuery = { month: string | null; /** Null: all instructors. */ instructorId: string | null }

const entriesListed = 1_000

/** The statement of a month from the ledger, in western Indonesian time. */
export async function readEarnings(deps: Deps, { month: requested, instructorId }: EarningsQuery): Promise<Earnings> {
  const { database } = deps
  const month = requested ?? thisMonth(deps)
  const inMonth = within(month, instructorId)

  const subjects = instructorId === null ? null : [instructorId]
  const period = { since: `${month}-01`, until: jakartaDay(startOf(month, 1)) }
  const figures = await readDailyFigures(database.query, [...shareKinds, ...itemKinds], { subjects, ...period })
  const totals = { ...toShares(figures), ...itemsOf(figures, instructorId) }
  const entries = await listEntries(deps, inMonth, entriesListed + 1)
  return {
    month,
    months: await listFigureMonths(database.query, 'ledger.gross', subjects),
    instructors: await listInstructors(deps, { subjects, ...period }),
    totals,
    balance:
      instructorId === null
        ? null
        : await readStatementBalance(database.query, {
            instructorId,
            ...period,
            start: startOf(month, 0),
            end: startOf(month, 1),
          }),
    entries: entries.slice(0, entriesListed),
    hasMore: entries.length > entriesListed,
  }
}

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
  'Instruktur',
  'Bagian dari harga',
  'Biaya penyedia',
  'Pajak',
  'Platform',
  'Bagian instruktur',
  'Pencairan',
]

/** All entries of the month as CSV, newest first, of one instructor also the payouts: the last two columns add up to the change of the balance. */
export function exportEarnings(
  deps: Pick<CommerceDeps, 'database' | 'identity' | 'clock' | 'log'>,
  { month: requested, instructorId }: EarningsQuery,
): Download {
  const month = requested ?? thisMonth(deps)
  const inMonth = within(month, instructorId)
  const readPayouts = (after: ListedPayout | null, limit: number): Promise<ListedPayout[]> =>
    instructorId === null
      ? Promise.resolve([])
      : readPayoutEntries(
          deps.database.query,
          { start: startOf(month, 0), end: startOf(month, 1), instructorId },
          after,
          limit,
        )
  // The sales, then the payouts, which also change the balance.
  const readPage = async (after: Entry | ListedPayout | null, limit: number): Promise<(Entry | ListedPayout)[]> => {
    if (after && 'amountIdr' in after) return readPayouts(after, limit)
    const sales = await readEntries(deps, and(inMonth, after ? olderThan(after) : undefined), limit)
    return sales.length === limit ? sales : [...sales, ...(await readPayouts(null, limit - sales.length))]
  }
  return exportCsv(deps, { name: `penghasilan-${month}`, what: 'earnings', header, toCells, readPage })
}

const toCells = (row: Entry | ListedPayout): CsvRow => ('amountIdr' in row ? payoutCells(row) : saleCells(row))

/** What is taken from the balance is negative. */
const payoutCells = ({ bookedAt, event, amountIdr, reference }: ListedPayout): CsvRow => [
  jakartaMinute(bookedAt),
  event === 'requested' ? 'Pencairan' : 'Pencairan kembali',
  null,
  reference,
  null,
  0,
  0,
  0,
  0,
  0,
  -amountIdr,
]

const saleCells = (entry: Entry): CsvRow => [
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
  0,
]

const thisMonth = ({ clock }: Deps): string => jakartaDay(clock.now()).slice(0, 7)
const ownedBy = (instructorId: string | null) => (instructorId ? eq(ledgerLines.sellerId, instructorId) : undefined)
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

const shareKinds = [
  'ledger.gross',
  'ledger.provider_fee',
  'ledger.tax',
  'ledger.platform',
  'ledger.instructor',
  'ledger.sales',
] as const

const sumsOf =
  (figures: readonly { kind: FigureKind; value: number }[]) =>
  (kind: FigureKind): number =>
    figures.reduce((sum, row) => (row.kind === kind ? sum + row.value : sum), 0)

const itemKinds = ['ledger.refunds', 'sold', 'refunded'] as const

/** One item with several earners is several sales in the ledger, of which each instructor has one. */
function itemsOf(
  figures: readonly { kind: FigureKind; value: number }[],
  instructorId: string | null,
): { sales: number; refunds: number } {
  const sumOf = sumsOf(figures)
  return instructorId === null
    ? { sales: sumOf('sold'), refunds: sumOf('refunded') }
    : { sales: sumOf('ledger.sales'), refunds: sumOf('ledger.refunds') }
}

function toShares(figures: readonly { kind: FigureKind; value: number }[]): MoneyShares & { sales: number } {
  const sumOf = sumsOf(figures)
  return {
    gross: sumOf('ledger.gross'),
    providerFee: 0 - sumOf('ledger.provider_fee'),
    tax: 0 - sumOf('ledger.tax'),
    platform: 0 - sumOf('ledger.platform'),
    instructor: 0 - sumOf('ledger.instructor'),
    sales: sumOf('ledger.sales'),
  }
}

/** Entries of the ledger, newest first. `where` is a condition on the line of an entry that has the gross amount. */
export async function listEntries(
  deps: Pick<Deps, 'database' | 'identity'>,
  where: SQL | undefined,
  limit: number,
): Promise<Earnings['entries']> {
  const entries = await readEntries(deps, where, limit)
  return entries.map(({ entryId: _entryId, bookedAtText: _text, ...entry }) => entry)
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number]

// As text, because a Date has milliseconds and the column microseconds.
const olderThan = ({ bookedAtText, entryId }: Entry): SQL =>
  sql`(${ledgerLines.bookedAt}, ${ledgerLines.entryId}) < (${bookedAtText}::timestamptz, ${entryId}::uuid)`

async function readEntries(
  { database, identity }: Pick<Deps, 'database' | 'identity'>,
  where: SQL | undefined,
  limit: number,
) {
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
      bookedAtText: sql<string>`${ledgerLines.bookedAt}::text`,
      bookedAt: ledgerLines.bookedAt,
      event: ledgerLines.event,
      item: sql<string>`coalesce(${transactionLines.itemTitle}, ${transactions.itemTitle})`,
      invoiceId: invoices.number,
      instructorId: ledgerLines.sellerId,
    })
    .from(picked)
    .innerJoin(ledgerLines, eq(ledgerLines.entryId, picked.entryId))
    .innerJoin(transactions, eq(transactions.id, ledgerLines.transactionId))
    .leftJoin(transactionLines, eq(transactionLines.id, ledgerLines.lineId))
    .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
    .groupBy(
      ledgerLines.entryId,
      ledgerLines.bookedAt,
      ledgerLines.event,
      transactions.itemTitle,
      transactionLines.itemTitle,
      invoices.number,
      ledgerLines.sellerId,
    )
    .orderBy(desc(ledgerLines.bookedAt), desc(ledgerLines.entryId))
  const people = await identity.findUserProfiles(rows.flatMap((row) => row.instructorId ?? []))
  return rows.map(({ instructorId, bookedAt, ...row }) => ({
    ...row,
    bookedAt: bookedAt.toISOString(),
    instructorName: people.get(instructorId ?? '')?.name ?? null,
  }))
}

async function listInstructors(
  { database, identity }: Deps,
  period: { subjects: Subjects; since: string; until: string },
): Promise<Earnings['instructors']> {
  const figures = await readFiguresBySubject(database.query, shareKinds, period)
  const bySeller = Map.groupBy(figures, ({ subject }) => subject)
  const people = await identity.findUserProfiles([...bySeller.keys()])
  return [...bySeller]
    .map(([instructorId, own]) => {
      const { gross, instructor, sales } = toShares(own)
      return { _id: instructorId, name: people.get(instructorId)?.name ?? '', sales, gross, instructor }
    })
    .toSorted((a, b) => b.instructor - a.instructor)
}
