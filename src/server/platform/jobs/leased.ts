import { randomInt } from 'node:crypto'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { createFailureLog } from '#server/platform/observing/index.ts'
import { runMs, type Job, type LeasedKind, type Outcome, type Row } from './kind.ts'
import { rowsOf, type JobDeps } from './rows.ts'

const maximumReason = 500

class DeadlinePassed extends Error {
  override name = 'DeadlinePassed'
}

/** `attempt` works on one row that the caller has leased: due at `leasedUntil()`. */
export type LeasedJob<Table extends PgTable> = Job & {
  leasedUntil(): Date
  attempt(row: Row<Table>): Promise<void>
}

export function leasedJob<Table extends PgTable, Result, Shared>(
  deps: JobDeps,
  kind: LeasedKind<Table, Result, Shared>,
): LeasedJob<Table> {
  const { database, clock, log } = deps
  const { table, dueAt, retries } = kind
  const logUnexpected = createFailureLog(log, clock)
  const rows = rowsOf(kind as unknown as LeasedKind<Table>, deps)
  const dueIn = (ms: number) => new Date(clock.now().getTime() + ms - (kind.dueAfterMs ?? 0))
  const leasedUntil = () => dueIn(kind.leaseMs)

  /** The lease is still that of this process, and nobody else changed what is to be done. */
  const isHeld = (row: Row<Table>, until: Date): SQL | undefined =>
    and(rows.isThis(row), eq(rows.column(dueAt), until), kind.isWaiting, kind.isSame?.(row))

  function claim(lane: string | null): Promise<{ leased: Row<Table>[]; until: Date }> {
    const now = clock.now()
    const until = leasedUntil()
    const inLane = lane === null || !kind.lanes ? undefined : eq(rows.column(kind.lanes.column), lane)
    const whole = { where: undefined, orderBy: kind.orderBy, limit: kind.batch }
    return database.transaction(async (tx) => {
      const leased: Row<Table>[] = []
      for (const { where, orderBy, limit } of kind.parts?.(now) ?? [whole]) {
        const taken = (await tx
          .select()
          .from(table as PgTable)
          .where(and(rows.isDue(now), where, inLane))
          .orderBy(...orderBy)
          .limit(Math.min(limit, kind.batch - leased.length))
          .for('update', { skipLocked: true })) as Row<Table>[]
        if (taken.length === 0) continue
        const ids = taken.map((row) => row[kind.id])
        const start = kind.starts ? { [kind.starts]: sql`${rows.column(kind.starts)} + 1` } : {}
        await tx
          .update(table as PgTable)
          .set({ [dueAt]: until, ...start })
          .where(inArray(rows.id, ids))
        leased.push(...taken)
      }
      return { leased, until }
    })
  }

  /** Null for a row that was taken back, or that another process has meanwhile: the ones before it took longer than the lease. */
  async function renew(row: Row<Table>, until: Date): Promise<Date | null> {
    const next = leasedUntil()
    return (await rows.store(database.query, isHeld(row, until), { [dueAt]: next } as Partial<Row<Table>>))
      ? next
      : null
  }

  async function perform(row: Row<Table>, shared: Shared): Promise<Outcome<Result>> {
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new DeadlinePassed('It took too long')), kind.leaseMs)
    })
    try {
      return { state: 'done', result: await Promise.race([kind.send(row, shared), deadline]) }
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      const hidden = kind.hidden?.(row)
      const reason = (hidden ? text.replaceAll(hidden, '…') : text).slice(0, maximumReason).toWellFormed()
      return { state: 'failed', error, reason, isGivenUp: pauseAfter(row, error) === null }
    } finally {
      clearTimeout(timer)
    }
  }

  function pauseAfter(row: Row<Table>, error: unknown): number | null {
    if ('everyMs' in retries) return retries.everyMs
    const pause = retries.delaysMs[Number(row[retries.attempts])]
    return pause === undefined || kind.isPermanent?.(error) ? null : pause
  }

  function varied(ms: number): number {
    const percent = kind.jitterPercent ?? 0
    return percent === 0 ? ms : ms * (1 + randomInt(-percent, percent + 1) / 100)
  }

  function whatToStore(row: Row<Table>, outcome: Outcome<Result>) {
    const counted =
      'attempts' in retries ? ({ [retries.attempts]: Number(row[retries.attempts]) + 1 } as Partial<Row<Table>>) : {}
    if (outcome.state === 'done') {
      const stored = kind.done(row, outcome.result)
      return stored === null || stored === 'delete' ? stored : { ...counted, ...stored }
    }
    const failed = { ...counted, ...kind.failed?.(row, outcome.error, outcome.reason) }
    if (!outcome.isGivenUp)
      return { ...failed, [dueAt]: dueIn(varied(pauseAfter(row, outcome.error) ?? 0)) } as Partial<Row<Table>>
    const stored = kind.givenUp?.(row, outcome.reason) ?? null
    return stored === null || stored === 'delete' ? stored : { ...failed, ...stored }
  }

  /** False: the row waits for its turn, or has none any more. */
  async function hasTurn(row: Row<Table>, until: Date): Promise<boolean> {
    const turn = (await kind.turnOf?.(row)) ?? 'now'
    if (turn === 'now') return true
    const stored = turn === 'never' ? 'delete' : ({ [dueAt]: dueIn(turn.afterMs) } as Partial<Row<Table>>)
    await rows.store(database.query, isHeld(row, until), stored)
    return false
  }

  async function attempt(row: Row<Table>, until: Date, shared: Shared): Promise<void> {
    if (!(await hasTurn(row, until))) return
    const outcome = await perform(row, shared)
    if (outcome.state === 'failed') logFailure(row, outcome)
    const stored = whatToStore(row, outcome)
    const { also } = kind
    if (also)
      await database.transaction(async (tx) => {
        await also(tx, row, outcome)
        await rows.store(tx, isHeld(row, until), stored)
      })
    else await rows.store(database.query, isHeld(row, until), stored)
    kind.counted?.(outcome.state === 'done' ? 'sent' : outcome.isGivenUp ? 'given-up' : 'failed')
  }

  /** A job without an end of tries should never fail; one that is given up fails because of others, whose addresses stay out of the log. */
  function logFailure(row: Row<Table>, { error, reason, isGivenUp }: Outcome<Result> & { state: 'failed' }): void {
    const job = { job: kind.name, id: row[kind.id], ...kind.logged?.(row) }
    if ('everyMs' in retries) logUnexpected(error, job, 'a job failed and will be tried again')
    else log.warn({ ...job, attempts: Number(row[retries.attempts]) + 1, isGivenUp, reason }, 'a job failed')
  }

  async function workThrough(leased: Row<Table>[], until: Date, isStopping: () => boolean): Promise<void> {
    const shared = (await kind.share?.()) as Shared
    const groups = [...Map.groupBy(leased, kind.inTurn ?? ((row) => String(row[kind.id]))).values()]
    const begun = new Set<Row<Table>>()
    // Shared, so that each worker takes the next one.
    const left = groups.values()
    const work = async () => {
      for (const group of left)
        for (const row of group) {
          if (isStopping()) return
          const isFirst = begun.size < kind.atOnce
          begun.add(row)
          const held = isFirst ? until : await renew(row, until)
          if (held) await attempt(row, held, shared)
        }
    }
    const workers = await Promise.allSettled(Array.from({ length: Math.min(kind.atOnce, groups.length) }, work))
    // Due at once for the process that follows this one.
    for (const row of leased)
      if (!begun.has(row))
        await rows.store(database.query, isHeld(row, until), { [dueAt]: dueIn(0) } as Partial<Row<Table>>)
    for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
  }

  return {
    name: kind.name,
    isDue: rows.exists,
    prepare: rows.prepare,
    listLanes: async (now) => (await kind.lanes?.list(now)) ?? [null],
    leasedUntil,
    attempt: async (row) => attempt(row, row[dueAt] as Date, (await kind.share?.()) as Shared),
    async run(lane, isStopping) {
      const began = performance.now()
      while (performance.now() - began < runMs && !isStopping()) {
        const { leased, until } = await claim(lane)
        if (leased.length > 0) await workThrough(leased, until, isStopping)
        if (leased.length < kind.batch) break
      }
      return 0
    },
  }
}
