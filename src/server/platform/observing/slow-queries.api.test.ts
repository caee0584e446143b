import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openObservedDatabase } from '#testing/postgres/test-database.ts'
import { createTestClock } from '#testing/test-site.ts'
import type { Database } from '#server/platform/database/index.ts'
import { contract } from '#contract/index.ts'
import { observeRequests } from '#server/platform/http/index.ts'
import { createSlowQueries, type SlowQueries } from './slow-queries.ts'

let database: Database
let slow: SlowQueries
let server: Server
const logged: Record<string, unknown>[] = []
const log = { info: () => {}, debug: () => {}, warn: (fields: object) => void logged.push({ ...fields }) }
const clock = createTestClock()

beforeAll(async () => {
  slow = createSlowQueries({ log, clock, overMs: 50 })
  database = await openObservedDatabase(slow.limit)
  const listener = observeRequests({ contract, log, observe: () => {} }, (_, response) => {
    void work().then(
      () => response.end('done'),
      () => response.writeHead(500).end(),
    )
  })
  server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(() => void logged.splice(0))
afterAll(async () => {
  server.close()
  await database.close()
})

let work: () => Promise<unknown>
const request = async (path: string) =>
  (
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      headers: { 'x-request-id': 'abc' },
    })
  ).text()

test('a slow query is logged with the endpoint of its request and without values, in and outside of transactions', async () => {
  const secret = 'sari@contoh.id'
  work = () => database.query.execute(sql`select pg_sleep(0.1), ${secret}::text`)
  await request('/api/courses/0199aaaa-0000-7000-8000-000000000000?token=rahasia')
  work = () =>
    database.transaction(async (tx) =>
      tx.select({ value: sql`pg_sleep(0.1)` }).from(sql`(select ${secret}::text) as one`),
    )
  await request('/api/courses')
  expect(logged.map(({ route, requestId }) => [route, requestId])).toEqual([
    ['GET /api/courses/{id}', 'abc'],
    ['GET /api/courses', 'abc'],
  ])
  expect(logged.map(({ query }) => query)).toEqual([
    'select pg_sleep(0.1), $1::text',
    'select pg_sleep(0.1) from (select $1::text) as one',
  ])
  expect(JSON.stringify([logged, slow.list()])).not.toMatch(/sari|rahasia/)
  expect(slow.list()[0]).toMatchObject({ route: 'GET /api/courses', at: clock.now() })
})

test('one that fails is logged too, one of background work has no request, and a fast one is not logged', async () => {
  await database.query.execute(sql`select 1`)
  await expect(database.query.execute(sql`select pg_sleep(0.1), 1 / 0 from pg_sleep(0.1)`)).rejects.toThrow(
    'Failed query',
  )
  await database.query.execute(sql`select pg_sleep(0.1)`)
  expect(logged.map(({ route, requestId }) => [route, requestId]).slice(-1)).toEqual([[null, null]])
  expect(logged.every(({ ms }) => Number(ms) > 50)).toBe(true)
  expect(logged.some(({ query }) => query === 'select 1')).toBe(false)
})

test('a transaction that fails is rolled back, and results are those of the plain client', async () => {
  const failing = database.transaction(async (tx) => {
    await tx.execute(sql`create table rolled_back (id uuid)`)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const rows = await database.query
    .select({ name: sql<string | null>`to_regclass('rolled_back')::text`, count: sql<number>`1` })
    .from(sql`(select 1) as one`)
  expect(rows).toEqual([{ name: null, count: 1 }])
})
