import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'
import { openDatabase, type Database } from '#server/platform/database/index.ts'

let database: Database
beforeAll(async () => {
  // One connection, so that its statements can be listed.
  database = await openDatabase({
    databaseUrl: await createPostgresCopy(inject('postgresTemplateUrl')),
    connections: 1,
  })
  await database.runScript(`create table probe (id integer); insert into probe values (1), (2)`)
})
afterAll(() => database.close())

const find = async (id: number) => (await database.prepared.execute(sql`select * from probe where id = ${id}`)).rows
const named = async () =>
  (await database.query.execute(sql`select statement from pg_prepared_statements where statement like '%probe%'`)).rows

test('a prepared statement is sent once to a connection, whatever its values; other statements are not prepared', async () => {
  expect([await find(1), await find(2), await find(3)]).toEqual([[{ id: 1 }], [{ id: 2 }], []])
  await database.query.execute(sql`select * from probe where id > ${1}`)
  expect(await named()).toEqual([{ statement: 'select * from probe where id = $1' }])
})

test('a table that is changed by a migration meanwhile does not fail its prepared statements', async () => {
  await find(1)
  await database.runScript(`alter table probe add column title text not null default 'baru'`)
  expect(await find(1)).toEqual([{ id: 1, title: 'baru' }])
})
