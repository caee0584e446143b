import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/platform/database/index.ts'

/** Takes a lock that others wait for until it is released, which may do a last thing; `whenWaiting` resolves when so many wait. PostgreSQL only. */
export async function holdLock(database: Database, lock: SQL) {
  const [isHeld, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<SQL | undefined>()]
  const held = database.transaction(async (tx) => {
    await tx.execute(lock)
    isHeld.resolve()
    const last = await mayGoOn.promise
    if (last) await tx.execute(last)
  })
  await isHeld.promise
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return {
    async whenWaiting(many: number): Promise<void> {
      await expect.poll(async () => (await database.query.execute(waiting)).rows.length).toBe(many)
    },
    async release(last?: SQL): Promise<void> {
      mayGoOn.resolve(last)
      await held
    },
  }
}
