import { eq, inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { dayMs } from '#contract/kit/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { FigureSource } from './source.ts'
import { allSubjects, dailyFigures, figureChanges, figureChecks } from './tables.ts'
import { allowLongStatements, correctSums, lockSums } from './write-sums.ts'

export type FiguresDeps = { database: Database; clock: Clock; log: Logger; sources: readonly FigureSource[] }
type Options = {
  /** Starts a pass also when the last one was today. */ now?: boolean
  /** Parts of each source. */ parts?: number
}
type Difference = { kind: string; subject: string; day: string; difference: number }

const passEveryMs = dayMs
const partsAtOnce = 100

/**
 * Counts some parts again and corrects figures that differ. What was corrected is logged, because it means a bug or a change by hand. Returns how many figures
 * were wrong.
 */
export async function checkFigures(
  deps: FiguresDeps,
  { now = false, parts = partsAtOnce }: Options = {},
): Promise<number> {
  let wrong = 0
  for (const source of deps.sources) wrong += await checkSource(deps, source, { now, parts })
  return wrong
}

async function checkSource(
  { database, clock, log }: FiguresDeps,
  source: FigureSource,
  { now, parts }: Required<Options>,
): Promise<number> {
  const { query } = database
  const startedAt = clock.now()
  const [state] = await query.select().from(figureChecks).where(eq(figureChecks.source, source.name))
  const isBetweenPasses = !state || state.passFinishedAt !== null
  if (state && isBetweenPasses && !now && startedAt.getTime() - state.passStartedAt.getTime() < passEveryMs) return 0
  const begun = isBetweenPasses
    ? { checkedKey: null, passStartedAt: startedAt, passFinishedAt: null, repaired: 0 }
    : state
  const keys = await source.keysAfter(begun.checkedKey, parts)
  let repaired = 0
  for (const key of keys) {
    const differences = await correctPart(database, source, key)
    if (differences.length > 0)
      log.error(
        { source: source.name, part: key, differences: differences.slice(0, 10) },
        'figures were wrong and are corrected',
      )
    const counters = source.repair ? await source.repair(key) : false
    if (counters) log.error({ source: source.name, part: key }, 'counters were wrong and are corrected')
    repaired += differences.length + (counters ? 1 : 0)
  }
  const isComplete = keys.length < parts
  if (isComplete) repaired += await correctSums(database, source)
  const set = {
    ...begun,
    checkedKey: isComplete ? null : (keys.at(-1) ?? null),
    passFinishedAt: isComplete ? clock.now() : null,
    repaired: begun.repaired + repaired,
  }
  await query
    .insert(figureChecks)
    .values({ source: source.name, ...set })
    .onConflictDoUpdate({ target: figureChecks.source, set })
  return repaired
}

/**
 * Counted and stored figures are read by one statement, so that writes meanwhile do no harm: each adds its own change. The lock keeps two processes from correcting
 * the same part twice.
 */
async function correctPart(
  database: Database,
  { kinds, part, count }: FigureSource,
  key: string,
): Promise<Difference[]> {
  const stored = (table: typeof dailyFigures | typeof figureChanges) =>
    sql`select kind, subject, day, -value as value from ${table} where ${inArray(table.kind, [...kinds])} and subject <> ${allSubjects}
      and ${part === 'subject' ? sql`subject = ${key}::uuid` : sql`day = ${key}::date`}`
  const insert = sql`
    insert into ${figureChanges} (kind, subject, day, value)
    select kind, subject, day, sum(value) from (select kind, subject, day, value from (${count(key)}) as counted union all ${stored(dailyFigures)} union all ${stored(figureChanges)}) as compared
    group by kind, subject, day having sum(value) <> 0
    returning kind, subject, day::text as day, value::float8 as difference`
  return database.transaction(async (tx) => {
    await lockSums(tx)
    await allowLongStatements(tx)
    return (await tx.execute<Difference>(insert)).rows
  })
}
