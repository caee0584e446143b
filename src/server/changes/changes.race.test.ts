import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/index.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { sql } from 'drizzle-orm'
import { createChanges } from './index.ts'

/** Two processes on one database; what the second hears. */
async function twoProcesses() {
  const here = await openTestDatabase()
  const [row] = await here.query.select({ name: sql<string>`current_database()`, port: sql<number>`inet_server_port()` }).from(sql`(select 1) as one`)
  const there = await openDatabase({ databaseUrl: `postgres://cendaki:cendaki@127.0.0.1:${row?.port}/${row?.name}` })
  const [changesHere, changesThere] = [await createChanges(here), await createChanges(there)]
  const heard: string[] = []
  changesThere.onChange((tags) => heard.push(...(tags === 'everything' ? ['everything'] : tags)))
  const close = async () => {
    for (const changes of [changesHere, changesThere]) changes.close()
    for (const database of [here, there]) await database.close()
  }
  return { here, changesHere, heard, close }
}

test('every process hears what any of them changed, once it is committed', async () => {
  const { here, changesHere, heard, close } = await twoProcesses()
  await here
    .transaction(async (tx) => {
      await changesHere.changed(tx, ['rolled-back'])
      throw new Error('undone')
    })
    .catch(() => {})
  await here.transaction((tx) => changesHere.changed(tx, ['course:1', 'courses']))

  await expect.poll(() => heard).toEqual(['course:1', 'courses'])
  await close()
})

test('a change of more things than one notification can name is made, and told as: everything', async () => {
  const { here, changesHere, heard, close } = await twoProcesses()
  const tags = Array.from({ length: 300 }, () => `course:${randomUUID()}`)
  await here.transaction((tx) => changesHere.changed(tx, tags))
  await expect.poll(() => heard).toEqual(['everything'])
  await here.transaction((tx) => changesHere.changed(tx, ['courses']))
  await expect.poll(() => heard).toEqual(['everything', 'courses'])
  await close()
})
