import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './database.ts'

const pollMs = 250

/**
 * Runs `work` in one process at a time. The others poll instead of waiting in the database, because a waiting query
 * would block `create index concurrently`.
 */
export async function withMigrationLock(database: Database, work: () => Promise<void>): Promise<void> {
  // Only one process can open it.
  if (database.kind === 'embedded') return work()
  const session = await database.openSession()
  try {
    for (;;) {
      const [lock] = await session.query<{ free: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('cendaki-migrations', 0)) as free`,
      )
      if (lock?.free) break
      await pause(pollMs)
    }
    await work()
  } finally {
    await session.close()
  }
}
