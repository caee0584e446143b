import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/platform/database/index.ts'
import { allSubjects, dailyFigures, figureChanges, noSubject, totalFigures, type FigureKind } from './tables.ts'

/** Ids of courses or instructors; null: the sum of all. */
export type Subjects = readonly string[] | null
type Period = {
  /** `2026-11-21`, WIB. */ since: string
  /** The day after the last one; by default there is no last one. */ until?: string
}

const sum = sql<number>`sum(value)::float8`.as('value')

/** The figures of each day, added up over these subjects. A day without any has no row. */
export async function readDailyFigures(
  queryable: Queryable,
  kinds: readonly FigureKind[],
  { subjects, since, until }: Period & { subjects: Subjects },
): Promise<{ kind: FigureKind; day: string; value: number }[]> {
  const within = (table: typeof dailyFigures | typeof figureChanges) =>
    and(inArray(table.kind, [...kinds]), gte(table.day, since), until === undefined ? undefined : lt(table.day, until))
  const added = queryable
    .select({ kind: dailyFigures.kind, day: dailyFigures.day, value: dailyFigures.value })
    .from(dailyFigures)
    .where(and(within(dailyFigures), inArray(dailyFigures.subject, [...(subjects ?? [allSubjects])])))
  const changed = queryable
    .select({ kind: figureChanges.kind, day: figureChanges.day, value: figureChanges.value })
    .from(figureChanges)
    .where(and(within(figureChanges), subjects ? inArray(figureChanges.subject, [...subjects]) : undefined))
  const figures = unionAll(added, changed).as('figures')
  return queryable
    .select({ kind: figures.kind, day: figures.day, value: sum })
    .from(figures)
    .groupBy(figures.kind, figures.day)
}

type FigureOfSubject = { kind: FigureKind; subject: string; value: number }

/** The figures of a period for each subject, without what has none. */
export const readFiguresBySubject = async (
  ...query: Parameters<typeof selectFiguresBySubject>
): Promise<FigureOfSubject[]> => selectFiguresBySubject(...query)

/** The query of `readFiguresBySubject`, to be used in another one. */
export function selectFiguresBySubject(
  queryable: Queryable,
  kinds: readonly FigureKind[],
  { subjects, since, until }: Period & { subjects: Subjects },
) {
  const within = (table: typeof dailyFigures | typeof figureChanges) =>
    and(
      inArray(table.kind, [...kinds]),
      gte(table.day, since),
      until === undefined ? undefined : lt(table.day, until),
      subjects
        ? inArray(table.subject, [...subjects])
        : and(ne(table.subject, allSubjects), ne(table.subject, noSubject)),
    )
  const columns = (table: typeof dailyFigures | typeof figureChanges) => ({
    kind: table.kind,
    subject: table.subject,
    value: table.value,
  })
  const added = queryable.select(columns(dailyFigures)).from(dailyFigures).where(within(dailyFigures))
  const changed = queryable.select(columns(figureChanges)).from(figureChanges).where(within(figureChanges))
  const figures = unionAll(added, changed).as('figures')
  return queryable
    .select({ kind: figures.kind, subject: figures.subject, value: sum })
    .from(figures)
    .groupBy(figures.kind, figures.subject)
}

/** The figures of all days for each of these subjects; null: one row per kind, for `allSubjects`. */
export const readTotalFigures = async (...query: Parameters<typeof selectTotalFigures>): Promise<FigureOfSubject[]> =>
  selectTotalFigures(...query)

/** The query of `readTotalFigures`, to be used in another one. */
export function selectTotalFigures(queryable: Queryable, kinds: readonly FigureKind[], subjects: Subjects | 'each') {
  const subjectIn = (table: typeof totalFigures | typeof figureChanges) =>
    subjects === 'each'
      ? and(ne(table.subject, allSubjects), ne(table.subject, noSubject))
      : inArray(table.subject, [...(subjects ?? [allSubjects])])
  const added = queryable
    .select({ kind: totalFigures.kind, subject: totalFigures.subject, value: totalFigures.value })
    .from(totalFigures)
    .where(and(inArray(totalFigures.kind, [...kinds]), subjectIn(totalFigures)))
  const changed = queryable
    .select({
      kind: figureChanges.kind,
      subject: subjects === null ? sql<string>`${allSubjects}::uuid`.as('subject') : figureChanges.subject,
      value: figureChanges.value,
    })
    .from(figureChanges)
    .where(and(inArray(figureChanges.kind, [...kinds]), subjects === null ? undefined : subjectIn(figureChanges)))
  const figures = unionAll(added, changed).as('figures')
  return queryable
    .select({ kind: figures.kind, subject: figures.subject, value: sum })
    .from(figures)
    .groupBy(figures.kind, figures.subject)
}

/** The figure of all days for all of these subjects together. */
export async function readTotalFigure(queryable: Queryable, kind: FigureKind, subjects: Subjects): Promise<number> {
  const rows = await readTotalFigures(queryable, [kind], subjects)
  return rows.reduce((total, { value }) => total + value, 0)
}

/** Months with entries of this kind, newest first: `2026-11`. */
export async function listFigureMonths(queryable: Queryable, kind: FigureKind, subjects: Subjects): Promise<string[]> {
  const month = (table: typeof dailyFigures | typeof figureChanges) =>
    sql<string>`to_char(${table.day}, 'YYYY-MM')`.as('month')
  const added = queryable
    .select({ month: month(dailyFigures) })
    .from(dailyFigures)
    .where(and(eq(dailyFigures.kind, kind), inArray(dailyFigures.subject, [...(subjects ?? [allSubjects])])))
  const changed = queryable
    .select({ month: month(figureChanges) })
    .from(figureChanges)
    .where(and(eq(figureChanges.kind, kind), subjects ? inArray(figureChanges.subject, [...subjects]) : undefined))
  const months = unionAll(added, changed).as('months')
  const rows = await queryable.selectDistinct({ month: months.month }).from(months)
  return rows.map((row) => row.month).toSorted((a, b) => (a < b ? 1 : -1))
}
