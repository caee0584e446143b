import type { Database } from '#server/database/index.ts'

/** The number of database queries outside transactions during `work`. */
export async function countQueries(database: Database, work: () => Promise<unknown>): Promise<number> {
  const before = Object.getOwnPropertyDescriptor(database, 'query') as PropertyDescriptor
  let count = 0
  Object.defineProperty(database, 'query', { configurable: true, get: () => (count++, before.get?.call(database)) })
  try {
    await work()
  } finally {
    Object.defineProperty(database, 'query', before)
  }
  return count
}
