import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/index.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { sql } from 'drizzle-orm'
import { cacheTagsModule } from './index.ts'

/** Two change modules on one database; `received` collects the notifications of the second. */
async function twoProcesses() {
  const here = await openTestDatabase()
  const [row] = await here.query.select({ name: sql<string>`current_database()`, port: sql<number>`inet_server_port()` }).from(sql`(select 1) as one`)
  const there = await openDatabase({ databaseUrl: `postgres://cendaki:cendaki@127.0.0.1:${row?.port}/${row?.name}` })
  const [tagsHere, tagsThere] = [await cacheTagsModule(here), await cacheTagsModule(there)]
  const received: string[] = []
  tagsThere.onInvalidated((tags) => received.push(...(tags === 'everything' ? ['everything'] : tags)))
  const close = async () => {
    for (const changes of [tagsHere, tagsThere]) changes.close()
    for (const database of [here, there]) await database.close()
  }
  return { here, tagsHere, received, close }
}

test('a committed change notifies every process', async () => {
  const { here, tagsHere, received, close } = await twoProcesses()
  await here
    .transaction(async (tx) => {
      await tagsHere.invalidate(tx, ['rolled-back'])
      throw new Error('undone')
    })
    .catch(() => {})
  await here.transaction((tx) => tagsHere.invalidate(tx, ['course:1', 'courses']))

  await expect.poll(() => received).toEqual(['course:1', 'courses'])
  await close()
})

test('more tags than fit into one notification arrive as: everything', async () => {
  const { here, tagsHere, received, close } = await twoProcesses()
  const tags = Array.from({ length: 300 }, () => `course:${randomUUID()}`)
  await here.transaction((tx) => tagsHere.invalidate(tx, tags))
  await expect.poll(() => received).toEqual(['everything'])
  await here.transaction((tx) => tagsHere.invalidate(tx, ['courses']))
  await expect.poll(() => received).toEqual(['everything', 'courses'])
  await close()
})
