import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgresPrograms, startPostgresPair, whyNoPair, type PostgresPair } from '#testing/postgres/postgres-pair.ts'
import { migrate, openDatabase, type Database } from '#server/platform/database/index.ts'

const programs = findPostgresPrograms()
if (!programs) process.stderr.write(`standby: skipped, it ${whyNoPair}\n`)

const maximumLagMs = 2_000

let pair: PostgresPair
let database: Database
beforeAll(async () => {
  if (!programs) return
  pair = await startPostgresPair(programs)
  database = await openDatabase({ databaseUrl: pair.one.url, replica: { url: pair.other.url, maximumLagMs } })
  await migrate(database)
})
afterAll(async () => {
  await database?.close()
  await pair?.close()
})

const isStandby = () =>
  database.readFromReplica(async () => {
    const [row] = await database.query.select({ standby: sql<boolean>`pg_is_in_recovery()` }).from(sql`(select 1) as one`)
    return row?.standby
  })
const write = (name: string) =>
  database.query.execute(sql`insert into categories (id, name, slug, group_name) values (gen_random_uuid(), ${name}, ${name}, 'programming')`)

test.skipIf(!programs)(
  'a physical standby is read from while it is close, not while it is behind or away, and again afterwards',
  { timeout: 120_000 },
  async () => {
    await expect.poll(isStandby, { timeout: 10_000 }).toBe(true)

    // It stays reachable, and has everything that was written until now.
    await pair.other.query('select pg_wal_replay_pause()')
    await write('tertinggal')
    await expect.poll(isStandby, { timeout: 15_000 }).toBe(false)
    expect(database.replicaLagMs()).toBeGreaterThan(maximumLagMs)
    expect(database.replicaLagMs()).not.toBe(Infinity)

    await pair.other.query('select pg_wal_replay_resume()')
    await expect.poll(isStandby, { timeout: 15_000 }).toBe(true)

    await pair.other.crash()
    await expect.poll(isStandby, { timeout: 15_000 }).toBe(false)
    await expect.poll(database.replicaLagMs, { timeout: 15_000 }).toBe(Infinity)
    await write('sendiri')

    await pair.other.rebuildFrom(pair.one)
    await expect.poll(isStandby, { timeout: 15_000 }).toBe(true)
    // Nothing is written: a standby of a quiet primary is not behind.
    expect(database.replicaLagMs()).toBeLessThan(maximumLagMs)
  },
)
