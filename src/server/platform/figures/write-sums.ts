import { inArray, sql } from 'drizzle-orm'
import { lockUntilCommit, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import type { FigureSource } from './source.ts'
import { allSubjects, dailyFigures, figureChanges, totalFigures } from './tables.ts'

/** Held while sums are written: two writers could deadlock on each other's rows. */
export const lockSums = (tx: Tx): Promise<void> => lockUntilCommit(tx, 'figures')

/** Counts what no row of a table says. At most some thousand at once. */
export const addFigures = async (
  queryable: Queryable,
  changes: readonly (typeof figureChanges.$inferInsert)[],
): Promise<void> => void (await queryable.insert(figureChanges).values([...changes]))

/** Returns how many changes were added, at most `limit`. One statement, so that no reader sees a change twice or not at all. */
export async function addChanges(tx: Tx, limit: number): Promise<number> {
  await lockSums(tx)
  const { rows } = await tx.execute<{ count: number }>(sql`
    with taken as (
      delete from ${figureChanges} where ctid = any (array(select ctid from ${figureChanges} limit ${limit})) returning kind, subject, day, value
    ),
    spread as (select * from taken union all select kind, ${allSubjects}::uuid, day, value from taken),
    daily as (
      insert into ${dailyFigures} (kind, subject, day, value) select kind, subject, day, sum(value) from spread group by kind, subject, day
      on conflict (kind, subject, day) do update set value = ${dailyFigures}.value + excluded.value
    ),
    total as (
      insert into ${totalFigures} (kind, subject, value) select kind, subject, sum(value) from spread group by kind, subject
      on conflict (kind, subject) do update set value = ${totalFigures}.value + excluded.value
    )
    select count(*)::int as count from taken`)
  return rows[0]?.count ?? 0
}

/** A check may read millions of rows, and no request depends on it. */
export const allowLongStatements = async (tx: Tx): Promise<void> =>
  void (await tx.execute(sql`set local statement_timeout = '120s'`))

/** Adds up the days again, for each subject and for all of them. */
export async function correctSums(database: Database, { kinds }: FigureSource): Promise<number> {
  return database.transaction(async (tx) => {
    await lockSums(tx)
    await allowLongStatements(tx)
    const ofKinds = inArray(dailyFigures.kind, [...kinds])
    const days = await tx.execute(sql`
      with right_sums as (select kind, day, sum(value) as value from ${dailyFigures} where ${ofKinds} and subject <> ${allSubjects} group by kind, day)
      insert into ${dailyFigures} as stored (kind, subject, day, value) select kind, ${allSubjects}::uuid, day, value from right_sums
      on conflict (kind, subject, day) do update set value = excluded.value where stored.value <> excluded.value returning kind`)
    const totals = await tx.execute(sql`
      insert into ${totalFigures} as stored (kind, subject, value) select kind, subject, sum(value) from ${dailyFigures} where ${ofKinds} group by kind, subject
      on conflict (kind, subject) do update set value = excluded.value where stored.value <> excluded.value returning kind`)
    return days.rows.length + totals.rows.length
  })
}
