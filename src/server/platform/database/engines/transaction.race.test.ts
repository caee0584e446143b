import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import type { Database } from '#server/platform/database/index.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await database.runScript('create table notes (id integer primary key)')
})
afterAll(() => database.close())

const insert = (id: number) => sql`insert into notes values (${id})`
const count = async () =>
  (await database.query.execute<{ count: number }>(sql`select count(*)::int as count from notes`)).rows[0]?.count

test('a transaction that ignores the failure of a statement fails: PostgreSQL would not commit it', async () => {
  const work = database.transaction(async (tx) => {
    await tx.execute(insert(1))
    await tx.execute(insert(1)).catch(() => {})
  })
  await expect(work).rejects.toMatchObject({
    cause: { message: 'A statement of this transaction failed, and the failure was ignored' },
  })
  expect(await count()).toBe(0)
})

test('a failure inside a savepoint is no failure of the transaction', async () => {
  await database.transaction(async (tx) => {
    await tx.execute(insert(1))
    await tx.transaction((attempt) => attempt.execute(insert(1))).catch(() => {})
  })
  expect(await count()).toBe(1)
})
