import { and, eq, gte, lt } from 'drizzle-orm'
import { jakartaAheadMs, jakartaDay } from '#contract/kit/days.ts'
import type { Earnings, MoneyShares } from '#contract/commerce/orders-staff.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { ledgerLines } from '#server/commerce/tables.ts'
import {
  listFigureMonths,
  readDailyFigures,
  readFiguresBySubject,
  type FigureKind,
  type Subjects,
} from '#server/platform/figures/index.ts'
import { listEntries } from './ledger-entries.ts'
import { readStatementBalance } from './statement-balance.ts'
import { readTaxed } from './taxed.ts'

type Deps = Pick<CommerceDeps, 'database' | 'identity' | 'clock' | 'settings'>
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
    taxed: instructorId === null && (await mayBeTaxed(deps, totals)) ? await readTaxed(database.query, inMonth) : null,
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

/** Where no tax is collected, nothing is searched for it. */
const mayBeTaxed = async ({ settings }: Deps, { tax }: MoneyShares): Promise<boolean> =>
  tax !== 0 || (await settings.readSite()).taxMode !== 'none'

export const thisMonth = ({ clock }: Pick<Deps, 'clock'>): string => jakartaDay(clock.now()).slice(0, 7)
const ownedBy = (instructorId: string | null) => (instructorId ? eq(ledgerLines.sellerId, instructorId) : undefined)
export const within = (month: string, instructorId: string | null) =>
  and(gte(ledgerLines.bookedAt, startOf(month, 0)), lt(ledgerLines.bookedAt, startOf(month, 1)), ownedBy(instructorId))

/** The start of a month, or of the month `later` months after it. */
export function startOf(month: string, later: number): Date {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + later, 1) - jakartaAheadMs)
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
