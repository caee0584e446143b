import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { sql } from 'drizzle-orm'
import { cacheTagsModule } from './cache-tags.ts'

/** Two change modules on one database; `received` collects the notifications of the second. */
async function twoProcesses() {
  const here = await openTestDatabase()
  const [row] = await here.query
    .select({ name: sql<string>`current_database()`, port: sql<number>`inet_server_port()` })
    .from(sql`(select 1) as one`)
  const there = await openDatabase({ databaseUrl: `postgres://cendaki:cendaki@127.0.0.1:${row?.port}/${row?.name}` })
  const [tagsHere, tagsThere] = [await cacheTagsModule(here), await cacheTagsModule(there)]
  const received: string[] = []
  tagsThere.onInvalidated((tags) => received.push(...(tags === 'everything' ? ['everything'] : tags)))
  const close = async () => {
    for (const changes of [tagsHere, tagsThere]) changes.close()
    for (const database of [here, there]) await database.close()
  }
  return { here, tagsHere, tagsThere, received, close }
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

  const named = () => received.filter((tag) => !tag.startsWith('process '))
  await expect.poll(named).toEqual(['course:1', 'courses'])
  await close()
})

test('more tags than fit into one notification arrive in several, and nothing else is invalidated', async () => {
  const { here, tagsHere, received, close } = await twoProcesses()
  const tags = Array.from({ length: 1000 }, () => `course:${randomUUID()}`)
  await here.transaction((tx) => tagsHere.invalidate(tx, [...tags, 'courses']))
  await expect.poll(() => received.at(-1)).toBe('courses')
  expect(received.filter((tag) => !tag.startsWith('process '))).toEqual([...tags, 'courses'])
  await close()
})

test('the process of a change is notified once, also by what it sends to the others', async () => {
  const { here, tagsHere, received, close } = await twoProcesses()
  const ownTimes: (readonly string[] | 'everything')[] = []
  tagsHere.onInvalidated((tags) => ownTimes.push(tags))
  await here.transaction((tx) => tagsHere.invalidate(tx, ['courses']))
  // Another process's notification, which is sent after that of this one.
  await here.query.execute(sql`select pg_notify('cendaki_changes', '["last"]')`)
  await expect.poll(() => ownTimes.at(-1)).toEqual(['last'])
  expect(ownTimes).toEqual([['courses'], ['last']])
  await expect.poll(() => received.at(-1)).toBe('last')
  await close()
})

test('what changes constantly makes responses stale after a minute, in every process', async () => {
  const { here, tagsHere, tagsThere, received, close } = await twoProcesses()
  const [stale, ownStale] = [[] as string[], [] as string[]]
  tagsThere.onStale((tags) => stale.push(...tags))
  tagsHere.onStale((tags) => ownStale.push(...tags))
  // More than fit into one notification.
  const tags = Array.from({ length: 300 }, () => `course:${randomUUID()}`)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    for (let change = 0; change < 2; change++) await here.transaction(async (tx) => tagsHere.invalidateSoon(tx, tags))
    vi.advanceTimersByTime(60_000)
  } finally {
    vi.useRealTimers()
  }
  expect(ownStale).toEqual(tags)
  await expect.poll(() => stale).toEqual(tags)
  expect(received).toEqual([])
  await close()
})

test('what very many users change is invalidated at once at first, then coalesced', async () => {
  const { here, tagsHere, close } = await twoProcesses()
  const ownTimes: (readonly string[] | 'everything')[] = []
  tagsHere.onInvalidated((tags) => ownTimes.push(tags))
  for (let change = 0; change < 50; change++) await here.transaction((tx) => tagsHere.invalidateOften(tx, ['course:1']))
  expect(ownTimes.length).toBe(5)
  await here.transaction((tx) => tagsHere.invalidateOften(tx, ['course:1', 'course:2']))
  expect(ownTimes.at(-1)).toEqual(['course:2'])
  await close()
})
