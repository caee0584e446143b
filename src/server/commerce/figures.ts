import { and, asc, countDistinct, desc, eq, gt, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { daysOf, onDay, readDailyFigures, readTotalFigure, type FigureSource } from '#server/platform/figures/index.ts'
import type { CommerceDeps } from './deps.ts'
import { amountOf } from './items/refund-lines.ts'
import { titleOf } from './items/resolve-purchase.ts'
import { ledgerLines, transactionLines, transactions, type TransactionRow } from './tables.ts'

const latestShown = 8

/**
 * Sales of this instructor (null: of all) per day in western Indonesian time, and the latest transactions with their courses. Amounts are
 * those of the ledger, as in statements: a refund is taken off on the day on which it was booked.
 */
export async function readFigures(
  { database: { query } }: CommerceDeps,
  scope: { instructorId: string; courseIds: readonly string[]; ownsAll: boolean } | null,
  since: Date,
) {
  const courseIds = scope && scope.courseIds
  const sales = await readDailyFigures(query, ['ledger.gross'], {
    subjects: scope && [scope.instructorId],
    since: jakartaDay(since),
  })
  const latestOfThese = courseIds && (await listLatestOf(query, courseIds))
  const latest = await query
    .select()
    .from(transactions)
    .where(latestOfThese ? inArray(transactions.id, latestOfThese) : undefined)
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(latestShown)
  return {
    transactions:
      scope && !scope.ownsAll
        ? await countTransactionsOf(query, scope.courseIds)
        : await readTotalFigure(query, courseIds ? 'instructor-transactions' : 'transactions', courseIds),
    sold: await readTotalFigure(query, 'sold', courseIds),
    refunded: await readTotalFigure(query, 'refunded', courseIds),
    sales: sales.map(({ day, value }) => ({ day, amountIdr: value })),
    latest: courseIds ? await narrowToCourses(query, latest, courseIds) : latest,
  }
}

/** Counts an order once, whoever's courses are in it: the figure counts it once for each owner. */
async function countTransactionsOf(queryable: Queryable, courseIds: readonly string[]): Promise<number> {
  const [counted] = await queryable
    .select({ transactions: countDistinct(transactionLines.transactionId) })
    .from(transactionLines)
    // The index is on the generated column.
    .where(inArray(sql`${transactionLines}.course_id`, [...courseIds]))
  return counted?.transactions ?? 0
}

/** Narrows bundles and carts to these courses: other items in them, and their prices, are those of other instructors. */
async function narrowToCourses(
  queryable: Queryable,
  rows: readonly TransactionRow[],
  courseIds: readonly string[],
): Promise<TransactionRow[]> {
  const lines = await queryable
    .select()
    .from(transactionLines)
    .where(
      inArray(
        transactionLines.transactionId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(transactionLines.position))
  const shown = new Set(courseIds)
  return rows.map((row) => {
    const own = lines.filter(({ transactionId, itemId }) => transactionId === row.id && shown.has(itemId))
    return {
      ...row,
      itemTitle: titleOf(own.map(({ itemTitle }) => itemTitle)),
      amountIdr: own.reduce((sum, line) => sum + amountOf(line), 0),
    }
  })
}

const attentionShown = 20
const reversedShownMs = 30 * dayMs

/** Payments under review, and those that a bank took back in the last thirty days. */
export function listAttention({ database, clock }: CommerceDeps): Promise<TransactionRow[]> {
  const reversedSince = new Date(clock.now().getTime() - reversedShownMs)
  return database.query
    .select()
    .from(transactions)
    .where(
      and(
        inArray(transactions.state, ['review', 'reversed']),
        or(eq(transactions.state, 'review'), gt(transactions.updatedAt, reversedSince)),
      ),
    )
    .orderBy(desc(transactions.state), asc(transactions.createdAt))
    .limit(attentionShown)
}

/** Reads a few rows of each course from its index, where sorting the transactions of all of them would read every one. */
async function listLatestOf(queryable: Queryable, courseIds: readonly string[]): Promise<string[]> {
  const rows = await queryable
    .selectDistinct({ id: sql<string>`latest.id`, createdAt: sql<string>`latest.created_at` })
    .from(sql`string_to_table(${courseIds.join(',')}, ',') as wanted (course_id)
      cross join lateral (select t.id, t.created_at from transaction_lines l join transactions t on t.id = l.transaction_id where l.course_id = wanted.course_id::uuid
        order by t.created_at desc, t.id desc limit ${latestShown}) as latest`)
    .orderBy(sql`latest.created_at desc, latest.id desc`)
    .limit(latestShown)
  return rows.map(({ id }) => id)
}

/**
 * Orders with an item that these people made since a moment, and what was paid for of them since then: of staff, whose orders are in the figures as
 * well and are taken off when they are shown.
 */
export async function countOrdersOf(
  { database: { query } }: CommerceDeps,
  { itemId, userIds, since }: { itemId: string; userIds: readonly string[]; since: Date },
): Promise<{ checkouts: number; paid: number }> {
  const counted = (instant: typeof transactions.createdAt | typeof transactions.paidAt) =>
    sql<number>`count(*) filter (where ${gte(instant, since)})::int`
  const [row] = await query
    .select({ checkouts: counted(transactions.createdAt), paid: counted(transactions.paidAt) })
    .from(transactions)
    .innerJoin(transactionLines, eq(transactionLines.transactionId, transactions.id))
    .where(and(inArray(transactions.studentId, [...userIds]), eq(transactionLines.itemId, itemId)))
  return row ?? { checkouts: 0, paid: 0 }
}

/** The sources of the figures of sales. */
export const commerceFigures = (database: Database): FigureSource[] => [
  {
    name: 'transactions',
    kinds: ['transactions', 'instructor-transactions'],
    part: 'day',
    keysAfter: daysOf(database, { table: transactions, instant: transactions.createdAt }),
    count: (day) => sql`
      select 'transactions' as kind, item_id as subject, ${day}::date as day, count(*) as value from transactions where ${onDay(transactions.createdAt, day)} group by item_id
      union all
      select 'instructor-transactions', l.item_id, ${day}::date, count(*) from transaction_lines l join transactions on transactions.id = l.transaction_id
      where ${onDay(transactions.createdAt, day)} and l.instructor_id is not null
        and not exists (select from transaction_lines f where f.transaction_id = l.transaction_id and f.instructor_id = l.instructor_id and f.position < l.position)
      group by l.item_id`,
  },
  {
    name: 'checkouts',
    kinds: ['checkouts'],
    part: 'day',
    keysAfter: daysOf(database, { table: transactions, instant: transactions.createdAt }),
    count: (day) => sql`
      select 'checkouts' as kind, l.item_id as subject, ${day}::date as day, count(*) as value
      from transaction_lines l join transactions on transactions.id = l.transaction_id where ${onDay(transactions.createdAt, day)} group by l.item_id`,
  },
  {
    // Read by the version before only; it goes a release later, with its triggers.
    name: 'sales',
    kinds: ['sales'],
    part: 'day',
    keysAfter: daysOf(database, {
      table: transactions,
      instant: transactions.paidAt,
      where: isNotNull(transactions.paidAt),
    }),
    count: (day) => sql`
      select 'sales' as kind, l.item_id as subject, ${day}::date as day, sum(l.price_idr - l.promo_discount_idr - l.refunded_amount_idr) as value
      from transaction_lines l join transactions on transactions.id = l.transaction_id where ${onDay(transactions.paidAt, day)} group by l.item_id`,
  },
  {
    name: 'ledger',
    kinds: [
      'ledger.gross',
      'ledger.provider_fee',
      'ledger.tax',
      'ledger.platform',
      'ledger.instructor',
      'ledger.sales',
      'ledger.refunds',
      'sold',
      'refunded',
    ],
    part: 'day',
    keysAfter: daysOf(database, { table: ledgerLines, instant: ledgerLines.bookedAt }),
    count: (day) => sql`
      select 'ledger.' || account as kind, coalesce(seller_id, no_subject()) as subject, ${day}::date as day, sum(amount_idr) as value from ledger_lines where ${onDay(ledgerLines.bookedAt, day)} group by 1, 2
      union all
      select 'ledger.sales', coalesce(seller_id, no_subject()), ${day}::date, count(*) from ledger_lines where account = 'gross' and event = 'sale' and ${onDay(ledgerLines.bookedAt, day)} group by 2
      union all
      select counted.kind, counted.subject, counted.day, sum(counted.value) from ledger_lines cross join lateral item_figures_of_entry(ledger_lines) as counted
      where ledger_lines.account = 'gross' and ${onDay(ledgerLines.bookedAt, day)} group by 1, 2, 3`,
  },
]
