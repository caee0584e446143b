import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'

const channel = 'cendaki_changes'
const coalesceMs = minuteMs
/** How often in a row a tag is invalidated at once before it is coalesced; one time more is allowed each minute. */
const maximumBurst = 5
/** Says in a notification that responses with its tags are stale. Nothing depends on it, so that earlier versions invalidate the tags. */
const staleMark = 'stale'
// PostgreSQL limits a notification to less than 8000 bytes. Tags are fixed words with an id, so that each of them fits.
const maximumBytes = 7_900

type Listener = (tags: readonly string[] | 'everything') => void

export type CacheTags = {
  /** Notifies every process of changed tags when the transaction commits, never if it rolls back. */
  invalidate(tx: Tx, tags: readonly string[]): Promise<void>
  /** For counters that change constantly: responses become stale, at most once a minute. */
  invalidateSoon(tx: Tx, tags: readonly string[]): void
  /** At once, as a user expects of an own change; like `invalidateSoon` where so many users change the same that pages would hardly ever be cached. */
  invalidateOften(tx: Tx, tags: readonly string[]): Promise<void>
  onInvalidated(listener: Listener): void
  /** Notifies of tags whose responses may still be sent while new ones are made. */
  onStale(listener: (tags: readonly string[]) => void): void
  close(): void
}

/** Call once per process. On PostgreSQL listeners are also notified of changes by other processes. */
export async function cacheTagsModule(database: Database): Promise<CacheTags> {
  const listeners: Listener[] = []
  const staleListeners: ((tags: readonly string[]) => void)[] = []
  const pending = new Set<string>()
  // The first of the tags of a notification. Nothing depends on it, so that earlier versions ignore it during an upgrade.
  const ownTag = `process ${randomUUID()}`
  let timer: NodeJS.Timeout | null = null
  /** When the burst of a tag is allowed in full again, in milliseconds. */
  const calmAt = new Map<string, number>()

  const notifyListeners: Listener = (tags) => {
    for (const listener of listeners) listener(tags)
  }

  const notifyStale = (tags: readonly string[]) => {
    for (const listener of staleListeners) listener(tags)
  }

  await database.listen(
    channel,
    (payload) => {
      const tags = JSON.parse(payload) as string[] | 'everything'
      // This process was notified directly.
      if (tags[0] === ownTag) return
      if (tags !== 'everything' && tags[1] === staleMark) notifyStale(tags.slice(2))
      else notifyListeners(tags)
    },
    // Notifications sent while the connection was down are lost.
    () => notifyListeners('everything'),
  )

  async function flush() {
    timer = null
    const tags = [...pending]
    pending.clear()
    for (const [tag, at] of calmAt) if (at <= performance.now()) calmAt.delete(tag)
    notifyStale(tags)
    if (database.kind !== 'postgres') return
    await database.query.execute(notify([ownTag, staleMark], tags))
  }

  async function invalidate(tx: Tx, tags: readonly string[]): Promise<void> {
    // This process is notified directly, so that the caller reads its own write. Other processes get the notification.
    database.afterCommit(tx, () => notifyListeners(tags))
    if (database.kind === 'postgres') await tx.execute(notify([ownTag], tags))
  }

  function invalidateSoon(tx: Tx, tags: readonly string[]): void {
    database.afterCommit(tx, () => {
      for (const tag of tags) pending.add(tag)
      // If the notification fails, other processes show an old counter a little longer.
      timer ??= setTimeout(() => flush().catch(() => {}), coalesceMs).unref()
    })
  }

  /** Counts one invalidation at once; false when the burst is used up. */
  function takeFromBurst(tag: string): boolean {
    const now = performance.now()
    const at = Math.max(now, calmAt.get(tag) ?? 0) + coalesceMs
    if (at - now > maximumBurst * coalesceMs) return false
    calmAt.set(tag, at)
    return true
  }

  return {
    invalidate,
    invalidateSoon,
    async invalidateOften(tx, tags) {
      const { now = [], soon = [] } = Object.groupBy(tags, (tag) => (takeFromBurst(tag) ? 'now' : 'soon'))
      if (now.length > 0) await invalidate(tx, now)
      if (soon.length > 0) invalidateSoon(tx, soon)
    },
    onInvalidated: (listener) => void listeners.push(listener),
    onStale: (listener) => void staleListeners.push(listener),
    close() {
      if (timer) clearTimeout(timer)
    },
  }
}

/** Notifies of these tags in as many notifications as they need; each begins with `first`. */
function notify(first: readonly string[], tags: readonly string[]) {
  const payloads = splitToFit(first, tags).map((part) => JSON.stringify([...first, ...part]))
  return sql`select pg_notify(${channel}, payload) from jsonb_array_elements_text(${JSON.stringify(payloads)}::text::jsonb) as payload`
}

function splitToFit(first: readonly string[], tags: readonly string[]): string[][] {
  const sizeOf = (tag: string) => Buffer.byteLength(JSON.stringify(tag)) + 1
  const emptyBytes = first.reduce((sum, tag) => sum + sizeOf(tag), 2)
  const parts: string[][] = []
  let freeBytes = 0
  for (const tag of tags) {
    const bytes = sizeOf(tag)
    const part = parts.at(-1)
    if (part && bytes <= freeBytes) {
      part.push(tag)
      freeBytes -= bytes
    } else {
      parts.push([tag])
      freeBytes = maximumBytes - emptyBytes - bytes
    }
  }
  return parts
}
