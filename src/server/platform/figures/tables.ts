import { bigint, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

/** Every kind but the views is counted by triggers in the migrations, and again by the source that names it. */
export type FigureKind =
  | 'views'
  | 'checkouts'
  | 'opened'
  | 'finished'
  | 'questions'
  | 'enrollments'
  | 'studying'
  | 'completions'
  | 'instructor-students'
  | 'sign-ups'
  | 'students'
  | 'transactions'
  | 'instructor-transactions'
  | 'sales'
  | 'sold'
  | 'refunded'
  | `ledger.${'gross' | 'provider_fee' | 'tax' | 'platform' | 'instructor' | 'sales' | 'refunds'}`

const figure = {
  kind: text().$type<FigureKind>().notNull(),
  /** A course, a lesson, an e-book or an instructor, `noSubject`, or `allSubjects`. */
  subject: uuid().notNull(),
  value: bigint({ mode: 'number' }).notNull(),
}

export const dailyFigures = pgTable('daily_figures', { ...figure, /** WIB. */ day: date().notNull() })
export const totalFigures = pgTable('total_figures', figure)
/** Triggers counted and the job has not added up yet. It has no rows for all subjects. */
export const figureChanges = pgTable('figure_changes', { ...figure, day: date().notNull() })

export const figureChecks = pgTable('figure_checks', {
  source: text().primaryKey(),
  checkedKey: text('checked_key'),
  passStartedAt: timestamptz('pass_started_at').notNull(),
  passFinishedAt: timestamptz('pass_finished_at'),
  repaired: integer().notNull().default(0),
})

export const noSubject = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** The sum of all subjects, and of what has none. */
export const allSubjects = '00000000-0000-0000-0000-000000000000'
