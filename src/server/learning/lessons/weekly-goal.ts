import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { WeeklyGoal } from '#contract/learning/weekly-goal.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { goalWeeks, keptWeeksPerFreeze, maximumFreezes, type GoalChange } from './goal-weeks.ts'
import { dayFromIso, dayOf, isoDay, mondayOf } from './jakarta-days.ts'
import { weeklyGoals } from '#server/learning/tables.ts'
import { listStudyDays } from './study-days.ts'

/** Ten years: a person changes the goal at most once a week. */
const weeksRead = 520

type Deps = { database: Database; clock: Clock }

export async function showWeeklyGoal({ database, clock }: Deps, userId: string): Promise<WeeklyGoal> {
  return present(database.query, userId, dayOf(clock.now()))
}

/** Null pauses: weeks without a goal do not end the streak. Holds from this week on. */
export async function saveWeeklyGoal(
  { database, clock }: Deps,
  userId: string,
  days: number | null,
): Promise<WeeklyGoal> {
  const now = clock.now()
  const today = dayOf(now)
  const startsOn = isoDay(mondayOf(today))
  return database.transaction(async (tx) => {
    const [before = null] = await tx
      .select({ days: weeklyGoals.days })
      .from(weeklyGoals)
      .where(and(eq(weeklyGoals.userId, userId), sql`${weeklyGoals.startsOn} < ${startsOn}`))
      .orderBy(desc(weeklyGoals.startsOn))
      .limit(1)
    // Back to the goal of the weeks before: there was no change in this week.
    if ((before?.days ?? null) === days) {
      await tx.delete(weeklyGoals).where(and(eq(weeklyGoals.userId, userId), eq(weeklyGoals.startsOn, startsOn)))
    } else {
      const changed = { days, setAt: now }
      await tx
        .insert(weeklyGoals)
        .values({ userId, startsOn, ...changed })
        .onConflictDoUpdate({ target: [weeklyGoals.userId, weeklyGoals.startsOn], set: changed })
    }
    return present(tx, userId, today)
  })
}

async function present(queryable: Queryable, userId: string, today: number): Promise<WeeklyGoal> {
  const monday = mondayOf(today)
  const changes = await listChanges(queryable, userId, monday)
  const activeDays = await listStudyDays(queryable, userId, changes[0]?.monday ?? monday)
  return {
    ...goalWeeks(changes, activeDays, today),
    today: isoDay(today),
    week: Array.from({ length: 7 }, (_, index) => ({
      day: isoDay(monday + index),
      isActive: activeDays.has(monday + index),
    })),
    maximumFreezes,
    keptWeeksPerFreeze,
  }
}

async function listChanges(queryable: Queryable, userId: string, thisMonday: number): Promise<GoalChange[]> {
  const since = isoDay(thisMonday - weeksRead * 7)
  const { startsOn, days } = weeklyGoals
  const rows = await queryable
    .select({ startsOn, days })
    .from(weeklyGoals)
    .where(and(eq(weeklyGoals.userId, userId), gte(startsOn, since)))
    .orderBy(asc(startsOn))
    .limit(weeksRead + 1)
  return rows.map((row) => ({ monday: dayFromIso(row.startsOn), days: row.days }))
}
