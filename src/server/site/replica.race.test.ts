import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { listRows, openDatabase, type Database } from '#server/platform/database/index.ts'
import type { SignedIn } from '#testing/factories.ts'
import { createPostgresCopy } from '#testing/postgres/test-database.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// The replica is a second connection to the same database here, which counts its statements; a real standby is in standby.postgres.process.test.ts.

let statements: string[] = []
let database: Database
let site: TestSite
let admin: SignedIn
let courseId: string
beforeAll(async () => {
  const url = await createPostgresCopy(inject('postgresTemplateUrl'))
  database = await openDatabase({ databaseUrl: url, replica: { url, maximumLagMs: 10_000, onQuery: (text) => void statements.push(text) } })
  site = await startTestSite({ database })
  admin = await site.createAdmin()
  courseId = (await site.createCourse({ price: 0 })).id
  await vi.waitUntil(() => (database.replicaLagMs() ?? Infinity) < 3_000)
})
afterAll(() => site.close())

/** How many statements the replica gets for one call of an admin. */
async function readsOf(path: string): Promise<number> {
  statements = []
  const { status } = await site.call('GET', path, { token: admin.token })
  expect(status).toBe(200)
  return statements.length
}

describe('with a replica', () => {
  test.for(['/admin/overview?days=7', '/admin/earnings', '/admin/students/export', '/admin/transactions/export', '/admin/earnings/export'])(
    '%s is read from it',
    async (path) => {
      await site.stepUp(admin)
      expect(await readsOf(path)).toBeGreaterThan(0)
    },
  )

  test('the students of a course are exported from it', async () => {
    await site.stepUp(admin)
    expect(await readsOf(`/courses/${courseId}/students/export`)).toBeGreaterThan(0)
  })

  test.for(['/courses', '/admin/students', '/admin/transactions', '/admin/courses', '/me'])('%s, where an edit must be seen at once, is not', async (path) => {
    expect(await readsOf(path)).toBe(0)
  })

  test('a write is rejected there, and not repeated on the primary', async () => {
    const write = () => database.query.execute(sql`update users set name = 'Lain' where id = ${admin.id}`)
    await expect(database.readFromReplica(async () => write())).rejects.toThrow()
    const [row] = await database.query
      .select({ name: sql<string>`name` })
      .from(sql`users`)
      .where(sql`id = ${admin.id}`)
    expect(row?.name).not.toBe('Lain')
  })

  test('a transaction is an error there, and so are its reads inside a transaction', async () => {
    await expect(database.readFromReplica(() => database.transaction(async () => {}))).rejects.toThrow('inside reads from the replica')
    await expect(database.transaction(() => database.readFromReplica(async () => {}))).rejects.toThrow('inside an open transaction')
  })

  test('metrics and the system page know how far it is behind', async () => {
    const { body } = await site.call('GET', '/admin/system', { token: admin.token })
    const checks = body.data.checks as { name: string; level: string; value: string }[]
    expect(checks.find(({ name }) => name === 'replica')).toMatchObject({ level: 'ok', value: expect.stringMatching(/^tertinggal paling lama \d+,\d detik$/) })
  })
})

test('a replica that is away changes nothing but the load of the primary', async () => {
  const url = await createPostgresCopy(inject('postgresTemplateUrl'))
  const away = await openDatabase({ databaseUrl: url, replica: { url: 'postgres://cendaki:cendaki@127.0.0.1:1/x', maximumLagMs: 10_000 } })
  const other = await startTestSite({ database: away })
  const { token } = await other.createAdmin()
  expect((await other.call('GET', '/admin/overview?days=7', { token })).status).toBe(200)
  const { body } = await other.call('GET', '/admin/system', { token })
  const checks = body.data.checks as { name: string; level: string }[]
  expect(checks.find(({ name }) => name === 'replica')).toMatchObject({ level: 'warning', value: 'tidak bisa dipakai' })
  await other.close()
})

test('a statement that fails because the replica is gone runs on the primary', async () => {
  const url = await createPostgresCopy(inject('postgresTemplateUrl'))
  const opened = await openDatabase({ databaseUrl: url, replica: { url, maximumLagMs: 10_000 } })
  await expect.poll(opened.replicaLagMs).toBeLessThan(3_000)
  const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'cendaki-replica'
    and state = 'active' and query like '%pg_sleep%'`
  let runs = 0
  const read = opened.readFromReplica(async () => {
    runs++
    return opened.query.execute(runs === 1 ? sql`select pg_sleep(30)` : sql`select 1`)
  })
  await expect.poll(() => opened.query.execute(kill).then((result) => listRows(result).length)).toBeGreaterThan(0)
  await expect(read).resolves.toBeDefined()
  expect(runs).toBe(2)
  expect(opened.replicaLagMs()).toBe(Infinity)
  await opened.close()
})
