import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import {
  isDatabaseUnavailable,
  isLockConflict,
  isStatementTimeout,
  isUniqueViolation,
  lockUntilCommit,
  lockUntilCommitPatiently,
  migrate,
  type Database,
} from './index.ts'

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())

describe('a transaction', () => {
  test('rejects a query outside of it, which would deadlock', async () => {
    await expect(database.transaction(async () => database.query.execute(sql`select 1`))).rejects.toThrow(
      'inside an open transaction',
    )
    await expect(database.transaction(async () => database.prepared.execute(sql`select 1`))).rejects.toThrow(
      'inside an open transaction',
    )
    await expect(database.transaction(() => database.transaction(async () => {}))).rejects.toThrow(
      'inside an open transaction',
    )
  })

  test('allows queries of code that it started, once it has ended', async () => {
    let later: Promise<unknown> | undefined
    await database.transaction(async () => {
      later = new Promise((resolve) => setTimeout(resolve, 10)).then(() => database.query.execute(sql`select 1`))
    })
    await expect(later).resolves.toBeDefined()
  })

  test('runs afterCommit callbacks after a commit, and never after a rollback', async () => {
    const calls: string[] = []
    await database.transaction(async (tx) => database.afterCommit(tx, () => calls.push('committed')))
    await database
      .transaction(async (tx) => {
        database.afterCommit(tx, () => calls.push('rolled back'))
        throw new Error('no')
      })
      .catch(() => {})
    expect(calls).toEqual(['committed'])
  })
})

describe('upkeep', () => {
  const statistics = async (table: string) => {
    await database.query.execute(sql`select pg_stat_force_next_flush()`)
    const { rows } = await database.query.execute<{ dead: number; counted: number }>(
      sql`select n_dead_tup::int as dead, reltuples::int as counted from pg_stat_user_tables join pg_class on pg_class.oid = relid where relid = ${table}::regclass`,
    )
    return rows[0]
  }

  test('vacuums and analyzes tables that changed a lot, and no others', async () => {
    // On PostgreSQL autovacuum does this.
    if (database.kind === 'postgres') return database.upkeep()
    await database.upkeep()
    await database.query.execute(sql`create table busy as select n, n as twice from generate_series(1, 1000) as n`)
    await database.query.execute(sql`create table quiet as select n from generate_series(1, 1000) as n`)
    await database.upkeep()
    expect(await statistics('busy')).toEqual({ dead: 0, counted: 1000 })
    await database.query.execute(sql`update busy set twice = 2 * n where n <= 500`)
    await database.query.execute(sql`update quiet set n = n where n <= 10`)
    expect(await statistics('busy')).toEqual({ dead: 500, counted: 1000 })
    await database.upkeep()
    expect(await statistics('busy')).toEqual({ dead: 0, counted: 1000 })
    expect(await statistics('quiet')).toEqual({ dead: 10, counted: 1000 })
    await database.runScript('drop table busy; drop table quiet')
  })
})

describe('migrations', () => {
  test('run once', async () => {
    const ran: string[] = []
    await migrate(database, { onProgress: (file) => ran.push(file) })
    expect(ran).toEqual([])
  })

  test('an edited migration is an error', async () => {
    await database.query.execute(sql`update schema_migrations set sha256 = 'edited' where name = '0001-house.sql'`)
    await expect(migrate(database)).rejects.toThrow('was edited after it ran')
    await database.query.execute(sql`delete from schema_migrations where name = '0001-house.sql'`)
    await expect(migrate(database)).rejects.toThrow('migrations/0001-house.sql sorts before')
  })
})

test('there are no sequences and identity columns: a backup contains rows only', async () => {
  const found = await database.query
    .select({ name: sql<string>`relname::text` })
    .from(sql`pg_class`)
    .where(sql`relkind = 'S' and relnamespace = 'public'::regnamespace`)
  expect(found).toEqual([])
})

test('no column default or function uses database time: every stored time comes from the application’s clock', async () => {
  const databaseTime =
    '\\m(now\\(|current_(date|time)|clock_timestamp|statement_timestamp|transaction_timestamp|localtime)'
  const found = await database.query.select({ name: sql<string>`name` }).from(sql`(
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and column_default ~* ${databaseTime}
    union all
    select proname || '()' from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* ${databaseTime}
  ) as found`)
  // Only a record of when migrations ran; the product does not use it.
  expect(found.map(({ name }) => name)).toEqual(['schema_migrations.applied_at'])
})

describe('the statement timeout', () => {
  const limit = sql`select current_setting('statement_timeout') as "limit"`

  test('does not apply to migrations, and is unchanged after them', async () => {
    const limits = async () => (await database.query.execute(limit)).rows
    if (database.kind === 'embedded') return expect(database.runScript('select pg_sleep(0)')).resolves.toBeUndefined()
    await database.runScript(
      'create table seen (time_limit text); insert into seen select current_setting($$statement_timeout$$)',
    )
    expect((await database.query.execute(sql`select time_limit from seen`)).rows).toEqual([{ time_limit: '0' }])
    expect(await limits()).toEqual([{ limit: '5s' }])
  })

  test('is not reported as an unavailable database', async () => {
    if (database.kind === 'embedded') return
    const error = await database
      .transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 20`)
        await tx.execute(sql`select pg_sleep(1)`)
      })
      .catch((thrown: unknown) => thrown)
    expect([isStatementTimeout(error), isDatabaseUnavailable(error)]).toEqual([true, false])
  })
})

test('a lock of long work is waited for beyond the lock timeout', async () => {
  // The embedded database has one connection, so no two transactions are open.
  if (database.kind === 'embedded') return
  let markLocked = () => {}
  let release = () => {}
  const locked = new Promise<void>((resolve) => (markLocked = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  const first = database.transaction(async (tx) => {
    await lockUntilCommitPatiently(tx, 'long work')
    markLocked()
    await released
  })
  await locked
  const withLock = (lock: typeof lockUntilCommit) =>
    database.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = 1`)
      await lock(tx, 'long work')
      return 'locked'
    })
  const patient = withLock(lockUntilCommitPatiently)
  expect(isLockConflict(await withLock(lockUntilCommit).catch((error: unknown) => error))).toBe(true)
  release()
  await first
  expect(await patient).toBe('locked')
})

describe('constraints of transactions', () => {
  const insert = async (
    state: string,
    { amount = 1000, paidAt = null as string | null, orderId = `KLS-${'0'.repeat(26)}` } = {},
  ) =>
    database.query
      .execute(sql`insert into transactions (id, student_id, kind, item_id, item_title, buyer_name, buyer_email, list_price_idr, discount_percent, amount_idr, order_id, state, paid_at, created_at, updated_at)
      values (gen_random_uuid(), '00000000-0000-7000-8000-000000000001', 'course', '00000000-0000-7000-8000-000000000003', 'x', 'x', 'x', 1000, 0, ${amount}, ${orderId}, ${state}, ${paidAt}, now(), now())`)

  beforeAll(async () => {
    await database.query.execute(
      sql`insert into users (id, name, email, role, created_at) values ('00000000-0000-7000-8000-000000000001', 'Murid', 'murid@contoh.id', 'student', now())`,
    )
    await database.query.execute(
      sql`insert into courses (id, status, title, instructor_id, created_at, updated_at)
        values ('00000000-0000-7000-8000-000000000003', 'draft', 'Kelas', '00000000-0000-7000-8000-000000000001', now(), now())`,
    )
  })

  test('allow one open transaction per student and course', async () => {
    await insert('pending')
    const second = await insert('created', { orderId: `KLS-${'1'.repeat(26)}` }).catch((error: unknown) => error)
    expect(isUniqueViolation(second, 'one_open_transaction')).toBe(true)
    await expect(insert('expired', { orderId: `KLS-${'2'.repeat(26)}` })).resolves.toBeDefined()
  })

  test.each([
    ['a paid one without a date', () => insert('paid', { orderId: `KLS-${'3'.repeat(26)}` })],
    ['an unpaid one with a date', () => insert('expired', { paidAt: '2026-01-01', orderId: `KLS-${'4'.repeat(26)}` })],
    ['a negative amount', () => insert('expired', { amount: -1, orderId: `KLS-${'5'.repeat(26)}` })],
    ['an unknown state', () => insert('lost', { orderId: `KLS-${'6'.repeat(26)}` })],
    ['an order id of the wrong length', () => insert('expired', { orderId: 'KLS-1' })],
  ])('reject %s', async (_, attempt) => expect(attempt()).rejects.toThrow())
})
