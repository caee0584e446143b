import { asc, lte, sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { minuteMs } from '#contract/kit/durations.ts'
import { timestamptz, type Database } from '#server/platform/database/index.ts'
import { leasedJob, type JobDeps, type LeasedKind } from '#server/platform/jobs/index.ts'

/** A table of a test whose rows are jobs. */
export const trialRows = pgTable('trial_rows', {
  id: uuid().primaryKey(),
  lane: text().notNull().default('a'),
  state: text().notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  dueAt: timestamptz('due_at'),
  lastError: text('last_error'),
  createdAt: timestamptz('created_at').notNull(),
})
export type TrialRow = typeof trialRows.$inferSelect

export const createTrialTable = (database: Database) =>
  database.runScript(`create table trial_rows (
    id uuid primary key, lane text not null default 'a', state text not null default 'waiting', attempts int not null default 0,
    due_at timestamptz, last_error text, created_at timestamptz not null)`)

type Kind = LeasedKind<typeof trialRows, void, void>

/** A kind of job on that table, with retries after one and five minutes. */
export const trialJob = (deps: JobDeps, kind: Pick<Kind, 'send'> & Partial<Kind>) =>
  leasedJob<typeof trialRows, void, void>(deps, {
    name: 'trial',
    table: trialRows,
    id: 'id',
    isWaiting: sql`${trialRows.state} = 'waiting'`,
    isDue: (now) => lte(trialRows.dueAt, now),
    orderBy: [asc(trialRows.dueAt), asc(trialRows.id)],
    noted: { at: 'createdAt', dueAt: 'dueAt' },
    dueAt: 'dueAt',
    leaseMs: minuteMs,
    batch: 8,
    atOnce: 2,
    retries: { attempts: 'attempts', delaysMs: [minuteMs, 5 * minuteMs] },
    done: () => ({ state: 'sent', dueAt: null, lastError: null }),
    failed: (_row, _error, lastError) => ({ lastError }),
    givenUp: () => ({ state: 'failed', dueAt: null }),
    ...kind,
  })
