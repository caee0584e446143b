import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import type { Database } from '#server/platform/database/index.ts'

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())

const statements = 50
const select = (index: number) => sql`select ${index}::int as "index"`

/** How often the process can do something else until the work is done. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isOver = true
  return turns
}

test('whatever waits for statements of the embedded database, the process does other things between any two of them', async () => {
  expect(database.kind).toBe('embedded')
  const indexes = Array.from({ length: statements }, (_, index) => index)
  const atOnce = () => Promise.all(indexes.map((index) => database.query.execute(select(index))))
  const oneByOne = async () => {
    for (const index of indexes) await database.query.execute(select(index))
  }
  const inTransaction = () =>
    database.transaction(async (tx) => {
      for (const index of indexes) await tx.execute(select(index))
    })
  for (const work of [atOnce, oneByOne, inTransaction])
    expect(await countTurns(work)).toBeGreaterThanOrEqual(statements - 1)
})

test('statements keep their order, and one that fails does not keep the next one from running', async () => {
  const ran: number[] = []
  const outcomes = await Promise.allSettled([
    database.query.execute(select(1)).then(() => ran.push(1)),
    database.query.execute(sql`select 1 / 0`),
    database.transaction(async (tx) => tx.execute(sql`select 1 / 0`)),
    database.query.execute(select(2)).then(() => ran.push(2)),
  ])
  expect([ran, outcomes.map(({ status }) => status)]).toEqual([
    [1, 2],
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  ])
})
