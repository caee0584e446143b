import { Readable } from 'node:stream'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Download } from '#contract/kit/endpoint.ts'
import type { GroupsDeps } from './deps.ts'
import { idOfToken, tokenOf } from './signed-id.ts'
import { scheduleFeeds } from '#server/groups/meetings/tables.ts'
import { streamDownload } from '#server/platform/http/index.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Secret } from '#server/platform/protection/index.ts'
import { readSchedule } from './show-schedule.ts'
import { writeCalendar } from './write-calendar.ts'

export type FeedDeps = GroupsDeps & { readFeedSecret: Secret }

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
export async function downloadSchedule(deps: FeedDeps, name: string): Promise<Download | null> {
  if (!name.endsWith('.ics')) return null
  const feedId = idOfToken(name.slice(0, -4), await deps.readFeedSecret())
  if (feedId === null) return null
  const scheduled = await readSchedule(deps, ownerOf(feedId), { alsoLeft: true })
  if (scheduled.length === 0 && !(await hasOwner(deps, feedId))) return null
  const text = writeCalendar(scheduled, deps)
  const file = streamDownload('jadwal.ics', 'text/calendar; charset=utf-8', Readable.from([text]))
  return { ...file, headers: { ...file.headers, 'cache-control': 'private, no-store' } }
}

/** The user whose feed has this id: the renewed one, or the user's own as long as it was not renewed. Null where it is nobody's. */
const ownerOf = (feedId: string): SQL => sql`(
  select coalesce(
    (select f.user_id from ${scheduleFeeds} f where f.feed_id = ${feedId}::uuid),
    case when not exists (select 1 from ${scheduleFeeds} f where f.user_id = ${feedId}::uuid) then ${feedId}::uuid end))`

/** Only for an empty schedule: of the others the memberships are proof enough. */
async function hasOwner({ database, identity }: FeedDeps, feedId: string): Promise<boolean> {
  const { rows } = await database.query.execute<{ owner: string | null }>(sql`select ${ownerOf(feedId)} as owner`)
  const owner = rows[0]?.owner ?? null
  return owner !== null && (await identity.findAccount(owner)) !== null
}
