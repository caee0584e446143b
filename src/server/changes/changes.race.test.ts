import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/index.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { sql } from 'drizzle-orm'
import { changesModule } from './index.ts'

/** Two change modules on one database; `received` collects the notifications of the second. */
async function twoProcesses() {
  const here = await openTestDatabase()
  const [row] = await here.query.select({ name: sql<string>`current_database()`, port: sql<number>`inet_server_port()` }).from(sql`(select 1) as one`)
  const there = await openDatabase({ databaseUrl: `postgres://cendaki:cendaki@127.0.0.1:${row?.port}/${row?.name}` })
  const [changesHere, changesThere] = [await changesModule(here), await changesModule(there)]
  const received: string[] = []
  changesThere.onChange((tags) => received.push(...(tags === 'everything' ? ['everything'] : tags)))
  const close = async () => {
    for (const changes of [changesHere, changesThere]) changes.close()
    for (const database of [here, there]) await database.close()
  }
  return { here, changesHere, received, close }
}

test('a committed change notifies every process', async () => {
  const { here, changesHere, received, close } = await twoProcesses()
  await here
    .transaction(async (tx) => {
      await changesHere.changed(tx, ['rolled-back'])
      throw new Error('undone')
    })
    .catch(() => {})
  await here.transaction((tx) => changesHere.changed(tx, ['course:1', 'courses']))

  await expect.poll(() => received).toEqual(['course:1', 'courses'])
  await close()
})

test('more tags than fit into one notification arrive as: everything', async () => {
  const { here, changesHere, received, close } = await twoProcesses()
  const tags = Array.from({ length: 300 }, () => `course:${randomUUID()}`)
  await here.transaction((tx) => changesHere.changed(tx, tags))
  await expect.poll(() => received).toEqual(['everything'])
  await here.transaction((tx) => changesHere.changed(tx, ['courses']))
  await expect.poll(() => received).toEqual(['everything', 'courses'])
  await close()
})
