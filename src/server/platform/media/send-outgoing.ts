import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { MediaStore } from './media-store.ts'
import { mediaFiles } from './tables.ts'

type Deps = { database: Database; clock: Clock; store: MediaStore }

const leaseMs = hourMs
const retryMs = minuteMs
/** In one run; the next run continues. */
const filesPerRun = 100

/**
 * Sends waiting files to the bucket, one after another; does nothing without a bucket. Of several processes one sends a file. Stops at
 * the first failure and throws it; that file is tried again after a minute.
 */
export async function sendOutgoing({ database, clock, store }: Deps): Promise<void> {
  const { outgoing } = store
  if (!outgoing) return
  const setLease = (id: string, until: Date | null) =>
    database.query.update(mediaFiles).set({ transferUntil: until }).where(eq(mediaFiles.id, id))
  for (const id of (await outgoing.list()).slice(0, filesPerRun)) {
    const now = clock.now()
    const isFree = or(isNull(mediaFiles.transferUntil), lt(mediaFiles.transferUntil, now))
    const [claimed] = await database.query
      .update(mediaFiles)
      .set({ transferUntil: new Date(now.getTime() + leaseMs) })
      .where(and(eq(mediaFiles.id, id), isFree, isNull(mediaFiles.deletingSince)))
      .returning({ id: mediaFiles.id })
    if (!claimed) continue
    try {
      await outgoing.send(id)
    } catch (error) {
      await setLease(id, new Date(clock.now().getTime() + retryMs))
      throw error
    }
    // A deletion that began meanwhile did not see the new copy; one that begins later does.
    const [current] = await database.query
      .select({ deletingSince: mediaFiles.deletingSince })
      .from(mediaFiles)
      .where(eq(mediaFiles.id, id))
    if (!current || current.deletingSince) await store.remove(id)
    await outgoing.settle(id)
    await setLease(id, null)
  }
}
