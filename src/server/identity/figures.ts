import { isNull, sql } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import type { Database } from '#server/platform/database/index.ts'
import { daysOf, onDay, readDailyFigures, readTotalFigure, type FigureSource } from '#server/platform/figures/index.ts'
import { users } from './tables.ts'

export const identityFigures = (database: Database): FigureSource[] => [
  {
    name: 'accounts',
    kinds: ['sign-ups', 'students'],
    part: 'day',
    keysAfter: daysOf(database, { table: users, instant: users.createdAt, where: isNull(users.deletedAt) }),
    count: (day) => sql`
      select of.kind, no_subject() as subject, ${day}::date as day, count(*) as value
      from ${users} cross join (values ('sign-ups'), ('students')) as of (kind)
      where ${users.deletedAt} is null and ${onDay(users.createdAt, day)} and (of.kind = 'sign-ups' or ${users.role} = 'student')
      group by of.kind`,
  },
]

/** Number of students, and new accounts per day in western Indonesian time. Erased users do not count. */
export async function readFigures(
  { database }: { database: Database },
  since: Date,
): Promise<{ students: number; signUps: { day: string; count: number }[] }> {
  const signUps = await readDailyFigures(database.query, ['sign-ups'], { subjects: null, since: jakartaDay(since) })
  return {
    students: await readTotalFigure(database.query, 'students', null),
    signUps: signUps.map(({ day, value }) => ({ day, count: value })),
  }
}
