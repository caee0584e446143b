import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/index.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { sql } from 'drizzle-orm'
import { createChanges } from './index.ts'

test('every process hears what any of them changed, once it is committed', async () => {
  const here = await openTestDatabase()
  const [row] = await here.query.select({ name: sql<string>`current_database()`, port: sql<number>`inet_server_port()` }).from(sql`(select 1) as one`)
  const there = await openDatabase({ databaseUrl: `postgres://cendaki:cendaki@127.0.0.1:${row?.port}/${row?.name}` })
  const changesHere = await createChanges(here)
  const changesThere = await createChanges(there)
  const heard: string[] = []
  changesThere.onChange((tags) => heard.push(...(tags === 'everything' ? ['everything'] : tags)))

  await here
    .transaction(async (tx) => {
      await changesHere.changed(tx, ['rolled-back'])
      throw new Error('undone')
    })
    .catch(() => {})
  await here.transaction((tx) => changesHere.changed(tx, ['course:1', 'courses']))

  await expect.poll(() => heard).toEqual(['course:1', 'courses'])
  changesHere.close()
  changesThere.close()
  await here.close()
  await there.close()
})
