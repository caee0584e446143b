import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, urlOfDatabase } from '#testing/postgres/test-database.ts'
import { openDatabase, type Database, type Session } from './index.ts'
import { migrate, MigrationBlocked, migrationsFolder } from './migrate.ts'

// Migrations on PostgreSQL while others use the tables.

const patience = { lockTimeoutMs: 200, attempts: 3, pauseMs: 20 }
let root: string
let folder: string
let database: Database
let other: Database
let session: Session
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'cendaki-migrate-'))))
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  database = await openTestDatabase()
  other = await openDatabase({ databaseUrl: await urlOfDatabase(database) })
  session = await other.openSession()
})
afterEach(async () => {
  await session.close()
  await other.close()
  await database.close()
})
afterAll(() => rm(root, { recursive: true }))

const add = (name: string, script: string) => writeFile(join(folder, name), script)
const listApplied = async () =>
  (
    await database.query
      .select({ name: sql<string>`name` })
      .from(sql`schema_migrations where name like '99%' order by name`)
  ).map(({ name }) => name)

test('a migration does not queue behind a long transaction: others pass, and it says who blocks it', async () => {
  await add('9901-add-note.sql', 'alter table categories add column note text;')
  await session.run('begin; select count(*) from categories')
  const progress: string[] = []
  const migrating = migrate(database, { folder, patience, onProgress: (what) => progress.push(what) })
  const state = { ended: false }
  const blocked = migrating
    .then(
      () => null,
      (error: unknown) => error,
    )
    .finally(() => (state.ended = true))
  // Behind a waiting ALTER TABLE this would wait for the transaction above.
  const waits: number[] = []
  while (!state.ended) {
    const began = performance.now()
    await other.query.execute(sql`select count(*) from categories`)
    waits.push(performance.now() - began)
  }
  const failure = await blocked
  expect(failure).toBeInstanceOf(MigrationBlocked)
  expect((failure as Error).message).toMatch(
    /^migrations\/9901-add-note\.sql did not get a lock .* open for \d+ s \(process \d+, cendaki-copy\)\. Start again/,
  )
  expect(progress).toEqual(
    [1, 2].map((attempt) => `9901-add-note.sql waits for another query, attempt ${attempt} of 3`),
  )
  expect(Math.max(...waits)).toBeLessThan(2_000)
  expect(await listApplied()).toEqual([])

  await session.run('rollback')
  await migrate(database, { folder, patience })
  expect(await listApplied()).toEqual(['9901-add-note.sql'])
})

test('of several processes at once each migration is applied by one, however long it takes', async () => {
  await add('9901-slow.sql', 'create table slow_one (id uuid primary key); select pg_sleep(1);')
  await add('9902-next.sql', 'create table next_one (id uuid primary key);')
  const ran: string[] = []
  const start = (target: Database) => migrate(target, { folder, patience, onProgress: (what) => ran.push(what) })
  await Promise.all([start(database), start(other), start(database), start(other)])
  expect(ran).toEqual(['9901-slow.sql', '9902-next.sql'])
})

test('an index is built outside of a transaction, and again after it was interrupted', async () => {
  const script =
    '-- outside a transaction\n-- Lists of notes.\ncreate index concurrently categories_slowly on categories (lower(name));\n'
  await add('9901-index.sql', script)
  // An interrupted one: invalid, and without a record.
  await session.run('create index categories_slowly on categories (name)')
  await session.run(`update pg_index set indisvalid = false where indexrelid = 'categories_slowly'::regclass`)
  const together = [database, other].map((target) => migrate(target, { folder, patience }))
  await Promise.all(together)
  const [index] = await session.query<{ valid: boolean; definition: string }>(
    `select indisvalid as valid, pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'categories_slowly'::regclass`,
  )
  expect([index?.valid, index?.definition.includes('lower'), await listApplied()]).toEqual([
    true,
    true,
    ['9901-index.sql'],
  ])
})

test('only one concurrent index may be outside of a transaction', async () => {
  await add(
    '9901-two.sql',
    '-- outside a transaction\ncreate index concurrently a on categories (name); drop table categories;',
  )
  await expect(migrate(database, { folder, patience })).rejects.toThrow(
    'runs one `create index concurrently NAME on …` only',
  )
})
