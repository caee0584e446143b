import { and, eq, lt } from 'drizzle-orm'
import { boolean, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Database, Tx } from '#server/platform/database/index.ts'

const dailyRounds = pgTable(
  'daily_rounds',
  {
    name: text().notNull(),
    day: date().notNull(),
    toldUpTo: text('told_up_to'),
    isDone: boolean('is_done').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.name, table.day] })],
)

/** Tells the next people after this place; the place of the last one, or null when all were told. */
export type Step = (tx: Tx, after: string | null) => Promise<string | null>

/** One look at what is due ends here; the next one goes on. */
const stepsPerRun = 50

/** A round through everybody, once on a day: each step is a transaction, which the row lets one process do. */
export async function runDailyRound(
  database: Database,
  { name, day }: { name: string; day: string },
  step: Step,
): Promise<void> {
  const isThis = and(eq(dailyRounds.name, name), eq(dailyRounds.day, day))
  for (let steps = 0; steps < stepsPerRun; steps++) {
    const isOver = await database.transaction(async (tx) => {
      await tx.insert(dailyRounds).values({ name, day }).onConflictDoNothing()
      const [round] = await tx
        .select()
        .from(dailyRounds)
        .where(and(isThis, eq(dailyRounds.isDone, false)))
        .for('update', { skipLocked: true })
      if (!round) return true
      const toldUpTo = await step(tx, round.toldUpTo)
      await tx
        .update(dailyRounds)
        .set(toldUpTo === null ? { isDone: true } : { toldUpTo })
        .where(isThis)
      if (toldUpTo === null)
        await tx.delete(dailyRounds).where(and(eq(dailyRounds.name, name), lt(dailyRounds.day, day)))
      return toldUpTo === null
    })
    if (isOver) return
  }
}
