import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import type { ListNotificationsInput, Notification } from '#contract/notifications/notifications.ts'
import { maximumUnreadShown } from '#contract/notifications/unread-limit.ts'
import { countedUpTo, keyset, type KeysetPage, type Queryable } from '#server/platform/database/index.ts'
import { coursesOf } from '#server/learning/memberships.ts'
import type { NotificationsDeps } from './deps.ts'
import { describe } from './kinds.ts'
import { broadcastReads, broadcastRecipients, broadcasts, notifications, notificationSettings } from './tables.ts'

type Found = { id: string; kind: NotificationKind; data: unknown; createdAt: string; isRead: boolean; position: string }
export type NotificationPage = KeysetPage<Notification> & { total: number; isCounted: boolean; unread: number }

type Part = {
  where?: SQL | undefined
  limit: number
  /** Not to be sorted: how many there are is the same in any order. */ isCounted?: boolean
}

// Each is read once a statement.
const settingsOf = (userId: string, column: 'channels' | 'read_up_to') =>
  sql`(select ${sql.raw(column)} from ${notificationSettings} where user_id = ${userId})`
const readUpToOf = (userId: string) => sql`coalesce(${settingsOf(userId, 'read_up_to')}, '-infinity'::timestamptz)`

/**
 * Selects own rows, broadcasts to everyone in the courses of the person, and broadcasts to chosen students. Each of the three
 * is read in the order of its index and only as far as needed.
 */
function visibleSql(userId: string, { where, limit, isCounted }: Part): SQL {
  const condition = sql`coalesce((${settingsOf(userId, 'channels')} -> kind ->> 'app')::boolean, true) and ${where ?? sql`true`}`
  const newest = isCounted ? sql`limit ${limit}` : sql`order by created_at desc, id desc limit ${limit}`
  const isMarked = sql`exists (select 1 from ${broadcastReads} r where r.user_id = ${userId} and r.broadcast_id = b.id)`
  return sql`
    (select * from (
      select n.id, n.kind, n.data, n.created_at, n.read_at is not null as is_marked from ${notifications} n where n.user_id = ${userId} and n.hidden_at is null
    ) as own where ${condition} ${newest})
    union all
    (select * from (
      select b.id, b.kind, b.data, b.created_at, ${isMarked} as is_marked
      from (${coursesOf(userId)}) m join ${broadcasts} b on b.course_id = m.course_id and b.created_at >= m.granted_at
      where b.to_all
    ) as to_all where ${condition} ${newest})
    union all
    (select * from (
      select b.id, b.kind, b.data, b.created_at, ${isMarked} as is_marked
      from ${broadcastRecipients} p join ${broadcasts} b on b.id = p.broadcast_id
      join (${coursesOf(userId)}) m on m.course_id = b.course_id
      where p.user_id = ${userId}
    ) as chosen where ${condition} ${newest})`
}

/** More are "more than": the list is read in steps, and counting all of it would read every row. */
const notificationsCounted = 100

/** Two statements: the page, and the counts beside it. */
export async function listNotifications(
  deps: NotificationsDeps,
  userId: string,
  input: ListNotificationsInput,
): Promise<NotificationPage> {
  const { query } = deps.database
  const at = keyset({ key: sql`created_at`, type: 'instant', id: sql`id` as never, descending: true }, input)
  // Backwards, from the oldest on: then the newest of each part are the wrong ones, so that all are read.
  const isBackwards = input.cursor?.startsWith('p.') ?? false
  const part = { where: at.where, limit: isBackwards ? maximumCounted : at.limit + at.offset }
  const { rows: found } = await query.execute<Found>(sql`
    select id, kind, data, created_at as "createdAt", is_marked or created_at <= ${readUpToOf(userId)} as "isRead", ${at.position} as position
    from (${visibleSql(userId, part)}) as visible
    order by ${sql.join(at.orderBy, sql`, `)} limit ${at.limit} offset ${at.offset}`)
  const { rows, ...steps } = at.finish(found)
  const all = countSql(userId, { limit: notificationsCounted + 1 })
  const { rows: counts } = await query.execute<{ total: number; unread: number }>(
    sql`select ${all} as total, ${unreadSql(userId)} as unread`,
  )
  const { total = 0, unread = 0 } = counts[0] ?? {}
  return { rows: rows.map(present), ...steps, ...countedUpTo(notificationsCounted, total), unread }
}

function present({ id, kind, data, createdAt, isRead }: Found): Notification {
  const { title, text, url } = describe(kind, data)
  return { _id: id, kind, title, text, url, createdAt: new Date(createdAt).toISOString(), isRead }
}

/** At most `limit`. */
const countSql = (userId: string, part: Part): SQL =>
  sql`(select count(*)::int from (select 1 from (${visibleSql(userId, { ...part, isCounted: true })}) as visible limit ${part.limit}) as counted)`

const unreadSql = (userId: string): SQL =>
  countSql(userId, {
    where: sql`created_at > ${readUpToOf(userId)} and not is_marked`,
    limit: maximumUnreadShown,
  })

/** One statement, because every page asks for it. */
export async function countUnread(deps: NotificationsDeps, userId: string): Promise<number> {
  const { rows } = await deps.database.query.execute<{ unread: number }>(sql`select ${unreadSql(userId)} as unread`)
  return rows[0]?.unread ?? 0
}

/** Marks as read. Marks of several devices add up, and nothing becomes unread again. Ids of others are left alone. */
export async function readNotifications(
  deps: NotificationsDeps,
  userId: string,
  { upTo, ids }: { upTo?: string | undefined; ids?: string[] | undefined },
) {
  const { database, clock } = deps
  await database.transaction(async (tx) => {
    if (upTo !== undefined) {
      const until = isUuid(upTo)
        ? await findTime(tx, userId, upTo)
        : new Date(Math.min(Date.parse(upTo), clock.now().getTime()))
      if (until) await moveMark(tx, userId, until)
    }
    if (ids && ids.length > 0) {
      await tx
        .update(notifications)
        .set({ readAt: clock.now() })
        .where(and(eq(notifications.userId, userId), inArray(notifications.id, ids), isNull(notifications.readAt)))
      await tx.execute(sql`
        insert into ${broadcastReads} (user_id, broadcast_id)
        select ${userId}::uuid, b.id from ${broadcasts} b
        where b.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as chosen (value)) and ${isMeant(userId)}
        on conflict do nothing`)
    }
  })
  return { unread: await countUnread(deps, userId) }
}

/** Condition on the broadcast `b`: it was meant for this person, who is still enrolled. */
export const isMeant = (userId: string): SQL => sql`exists (
  select 1 from (${coursesOf(userId)}) m where m.course_id = b.course_id and (
    (b.to_all and b.created_at >= m.granted_at)
    or exists (select 1 from ${broadcastRecipients} p where p.user_id = ${userId} and p.broadcast_id = b.id)
  ))`

async function findTime(tx: Queryable, userId: string, id: string): Promise<Date | null> {
  const { rows } = await tx.execute<{ createdAt: string }>(sql`
    select created_at as "createdAt" from ${notifications} where id = ${id} and user_id = ${userId}
    union all select b.created_at from ${broadcasts} b where b.id = ${id} and ${isMeant(userId)}`)
  return rows[0] ? new Date(rows[0].createdAt) : null
}

async function moveMark(tx: Queryable, userId: string, readUpTo: Date): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values({ userId, readUpTo })
    .onConflictDoUpdate({
      target: notificationSettings.userId,
      set: { readUpTo: sql`greatest(${notificationSettings.readUpTo}, excluded.read_up_to)` },
    })
}
