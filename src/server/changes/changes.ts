import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/index.ts'

const channel = 'cendaki_changes'
const coalesceMs = 60_000
// PostgreSQL takes less than 8000 bytes a notification.
const maximumBytes = 7_900

type Listener = (tags: readonly string[] | 'everything') => void

export type Changes = {
  /** A write touched these things. Told to every process when the transaction commits, never if it rolls back. */
  changed(tx: Transaction, tags: readonly string[]): Promise<void>
  /** For counters that move all the time: told at most once a minute. */
  changedSoon(tx: Transaction, tags: readonly string[]): void
  onChange(listener: Listener): void
  close(): void
}

/** Call once per process. On PostgreSQL it also hears what other processes changed. */
export async function createChanges(database: Database): Promise<Changes> {
  const listeners: Listener[] = []
  const later = new Set<string>()
  let timer: NodeJS.Timeout | null = null

  const tell: Listener = (tags) => {
    for (const listener of listeners) listener(tags)
  }

  await database.listen(
    channel,
    (payload) => tell(JSON.parse(payload) as string[] | 'everything'),
    // Notifications sent while the connection was down are lost.
    () => tell('everything'),
  )

  async function tellLater() {
    timer = null
    const tags = [...later]
    later.clear()
    tell(tags)
    if (database.kind === 'postgres') await database.query.execute(notify(tags))
  }

  return {
    async changed(tx, tags) {
      // At once for this process, so that whoever wrote reads the new state; by notification for the others.
      database.afterCommit(tx, () => tell(tags))
      if (database.kind === 'postgres') await tx.execute(notify(tags))
    },
    changedSoon(tx, tags) {
      database.afterCommit(tx, () => {
        for (const tag of tags) later.add(tag)
        // When the database is away the other processes keep a counter a little longer; nothing else depends on it.
        timer ??= setTimeout(() => tellLater().catch(() => {}), coalesceMs).unref()
      })
    },
    onChange: (listener) => void listeners.push(listener),
    close() {
      if (timer) clearTimeout(timer)
    },
  }
}

/** What does not fit into one notification is told as: everything changed. */
function notify(tags: readonly string[]) {
  const named = JSON.stringify(tags)
  return sql`select pg_notify(${channel}, ${Buffer.byteLength(named) > maximumBytes ? JSON.stringify('everything') : named})`
}
