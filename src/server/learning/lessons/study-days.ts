import { and, eq, gte, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/database/index.ts'
import { completions, studyDays } from '#server/learning/tables.ts'
import { dayFromIso, isoDay } from './jakarta-days.ts'

/** The days, since this one if given, on which a student completed at least one lesson that is still completed, or was deleted since. */
export async function listStudyDays(queryable: Queryable, userId: string, since?: number): Promise<Set<number>> {
  const completedOn = sql`jakarta_day(${completions.completedAt})`
  const from = since === undefined ? undefined : isoDay(since)
  const rows = await queryable
    .select({ day: sql<string>`${completedOn}::text` })
    .from(completions)
    .where(and(eq(completions.userId, userId), from === undefined ? undefined : gte(completedOn, sql`${from}::date`)))
    .union(
      queryable
        .select({ day: sql<string>`${studyDays.day}::text` })
        .from(studyDays)
        .where(and(eq(studyDays.userId, userId), from === undefined ? undefined : gte(studyDays.day, from))),
    )
  return new Set(rows.map(({ day }) => dayFromIso(day)))
}
