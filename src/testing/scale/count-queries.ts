import type { Database } from '#server/platform/database/index.ts'

/** The number of database queries outside transactions during `work`. */
export async function countQueries(database: Database, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const getters = (['query', 'prepared'] as const).map(
    (name) => [name, Object.getOwnPropertyDescriptor(database, name) as PropertyDescriptor] as const,
  )
  for (const [name, before] of getters)
    Object.defineProperty(database, name, { configurable: true, get: () => (count++, before.get?.call(database)) })
  try {
    await work()
  } finally {
    for (const [name, before] of getters) Object.defineProperty(database, name, before)
  }
  return count
}

const statements = ['select', 'insert', 'update', 'delete', 'execute'] as const

/** The number of round trips to the database during `work`: every statement, and the begin and commit of transactions. */
export async function countRoundTrips(database: Database, work: () => Promise<unknown>): Promise<number> {
  const original = database.transaction.bind(database)
  let inTransactions = 0
  const counted: Database['transaction'] = (run) => {
    inTransactions += 2
    return original((tx) => {
      for (const name of statements) {
        const call = tx[name].bind(tx) as (...given: unknown[]) => unknown
        Object.defineProperty(tx, name, {
          configurable: true,
          value: (...given: unknown[]) => (inTransactions++, call(...given)),
        })
      }
      return run(tx)
    })
  }
  Object.defineProperty(database, 'transaction', { configurable: true, value: counted })
  try {
    return (await countQueries(database, work)) + inTransactions
  } finally {
    Object.defineProperty(database, 'transaction', { configurable: true, value: original })
  }
}
