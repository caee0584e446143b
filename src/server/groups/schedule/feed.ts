import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import { isUuid } from '#contract/kit/uuid.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import type { GroupsDeps } from '#server/groups/deps.ts'
import { scheduleFeeds } from '#server/groups/meetings/tables.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Secret } from '#server/platform/secrets/index.ts'
import { readSchedule } from './show-schedule.ts'
import { writeCalendar } from './write-calendar.ts'

export type FeedDeps = GroupsDeps & { readFeedSecret: Secret }

/** Who reads the table alone cannot make a token. */
const tokenOf = (feedId: string, secret: Buffer): string =>
  `${feedId}-${createHmac('sha256', secret).update(feedId).digest('hex').slice(0, 32)}`

const urlOf = async ({ publicUrl, readFeedSecret }: FeedDeps, feedId: string): Promise<string> =>
  `${publicUrl}/api/schedule/${tokenOf(feedId, await readFeedSecret())}.ics`

/** The URL of a user's schedule. Until it is renewed, the user's own id names it, so that asking for it stores nothing. */
export async function showFeed(deps: FeedDeps, userId: string): Promise<string> {
  const [row] = await deps.database.query.select().from(scheduleFeeds).where(eq(scheduleFeeds.userId, userId))
  return urlOf(deps, row?.feedId ?? userId)
}

/** The URL until now leads nowhere afterwards. */
export async function renewFeed(deps: FeedDeps, userId: string): Promise<string> {
  const feed = { feedId: newId(), createdAt: deps.clock.now() }
  await deps.database.query
    .insert(scheduleFeeds)
    .values({ userId, ...feed })
    .onConflictDoUpdate({ target: scheduleFeeds.userId, set: feed })
  return urlOf(deps, feed.feedId)
}

/** The calendar of a URL; null for one that is not, or no longer, somebody's. */
export async function downloadSchedule(deps: FeedDeps, file: string): Promise<Download | null> {
  const token = /^([0-9a-f-]{36}-[0-9a-f]{32})\.ics$/.exec(file)?.[1]
  const feedId = token?.slice(0, 36)
  if (!token || !feedId || !isUuid(feedId)) return null
  const expected = Buffer.from(tokenOf(feedId, await deps.readFeedSecret()))
  if (!timingSafeEqual(expected, Buffer.from(token))) return null
  const userId = await findOwner(deps, feedId)
  if (userId === null) return null
  const text = writeCalendar(await readSchedule(deps, userId), deps)
  return {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="jadwal.ics"',
      'cache-control': 'private, no-store',
    },
    body: bytesOf(text),
  }
}

/** The user whose feed has this id: the renewed one, or the user's own as long as it was not renewed. */
async function findOwner({ database, identity }: FeedDeps, feedId: string): Promise<string | null> {
  const feeds = await database.query
    .select({ userId: scheduleFeeds.userId, feedId: scheduleFeeds.feedId })
    .from(scheduleFeeds)
    .where(or(eq(scheduleFeeds.feedId, feedId), eq(scheduleFeeds.userId, feedId)))
  const renewed = feeds.find((feed) => feed.feedId === feedId)
  if (renewed) return renewed.userId
  return feeds.length === 0 && (await identity.findAccount(feedId)) ? feedId : null
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}
