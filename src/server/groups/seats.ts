import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { isClosed } from './cohort-state.ts'
import { groupMembers, groups, heldSeats, seatHolders, type GroupRow } from './tables.ts'

// A part of its own: columns of a query's own fields are written without their table where the query reads one table only.
const people = sql`(
  (select count(*) from ${groupMembers} where ${groupMembers.groupId} = ${groups.id})
  + (select count(distinct ${seatHolders.userId}) from ${seatHolders} where ${seatHolders.groupId} = ${groups.id} and not exists (
    select 1 from ${groupMembers} where ${groupMembers.groupId} = ${groups.id} and ${groupMembers.userId} = ${seatHolders.userId})))::int`

/**
 * People with a seat of a group, for a query that reads `groups`: members, and buyers whose open orders hold one. Who is both, or has
 * several such orders, takes one seat. One statement sees one moment.
 */
export const seatsTaken: SQL<number> = sql<number>`${people}`

export const seatsLeft = ({ seats, taken }: { seats: number | null; taken: number }): number | null =>
  seats === null ? null : Math.max(0, seats - taken)

/** Seats of a cohort are taken one after the other; whatever else only refers to its row does not wait. */
export async function lockGroups(tx: Tx, groupIds: readonly string[]): Promise<Map<string, GroupRow>> {
  const rows = await tx
    .select()
    .from(groups)
    .where(inArray(groups.id, [...new Set(groupIds)]))
    .orderBy(asc(groups.id))
    .for('no key update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** How many people have a seat of a group, and how many of these users. */
async function countSeated(
  queryable: Queryable,
  groupId: string,
  userIds: readonly string[],
): Promise<{ taken: number; among: number }> {
  const isIn = (of: typeof groupMembers | typeof seatHolders) =>
    sql`exists (select 1 from ${of} where ${of.groupId} = ${groups.id} and ${of.userId} = person)`
  const [counted] = await queryable
    .select({
      taken: seatsTaken,
      among: sql<number>`(select count(*)::int from unnest(${`{${userIds.join()}}`}::uuid[]) as person
        where ${isIn(groupMembers)} or ${isIn(seatHolders)})`,
    })
    .from(groups)
    .where(eq(groups.id, groupId))
  return counted ?? { taken: 0, among: 0 }
}

export const countTaken = async (queryable: Queryable, groupId: string): Promise<number> =>
  (await countSeated(queryable, groupId, [])).taken

export type WantedSeat = { courseId: string; groupId: string; userId: string }
export type NoSeat = Refusal<'cohort-full' | 'cohort-closed' | 'unknown-cohort'>

/**
 * True when each of these people has a seat or can take one: as members or by orders that this transaction inserts afterwards, because the
 * locks last until its end. Who has a seat keeps it also after the time to join, until the cohort is cancelled.
 */
export async function lockSeats(
  tx: Tx,
  { clock }: { clock: Clock },
  { wanted, byStaff = false }: { wanted: readonly WantedSeat[]; byStaff?: boolean },
): Promise<{ outcome: 'free' } | NoSeat> {
  if (wanted.length === 0) return { outcome: 'free' }
  const rows = await lockGroups(
    tx,
    wanted.map(({ groupId }) => groupId),
  )
  for (const [groupId, seats] of Map.groupBy(wanted, (seat) => seat.groupId)) {
    const cohort = rows.get(groupId)
    if (cohort?.kind !== 'cohort' || seats.some(({ courseId }) => courseId !== cohort.courseId))
      return refused('unknown-cohort')
    const closed = isClosed(cohort, clock.now(), { byStaff })
    if (cohort.cancelledAt !== null) return refused('cohort-closed')
    if (!closed && cohort.seats === null) continue
    const userIds = [...new Set(seats.map(({ userId }) => userId))]
    const { taken, among } = await countSeated(tx, groupId, userIds)
    if (closed && among < userIds.length) return refused('cohort-closed')
    if (cohort.seats !== null && taken - among + userIds.length > cohort.seats) return refused('cohort-full')
  }
  return { outcome: 'free' }
}

/**
 * True when somebody who was in a cohort finds a seat in it, also of one that has ended or was cancelled: they join nothing new. Like staff
 * they find none in a full one: a seat that was given away meanwhile is not sold twice.
 */
export async function lockSeatAgain(
  tx: Tx,
  { groupId, userId }: Pick<WantedSeat, 'groupId' | 'userId'>,
): Promise<boolean> {
  const cohort = (await lockGroups(tx, [groupId])).get(groupId)
  if (!cohort) return false
  const { taken, among } = await countSeated(tx, groupId, [userId])
  return cohort.seats === null || taken - among < cohort.seats
}

/** Seats of an open order, which `lockSeats` found free. */
export async function holdSeats(tx: Tx, lines: readonly { lineId: string; groupId: string }[]): Promise<void> {
  if (lines.length > 0) await tx.insert(heldSeats).values([...lines])
}

/** Returns the lines whose seats were held until now. */
export async function releaseSeats(tx: Tx, lineIds: readonly string[]): Promise<Set<string>> {
  if (lineIds.length === 0) return new Set()
  const released = await tx
    .delete(heldSeats)
    .where(inArray(heldSeats.lineId, [...lineIds]))
    .returning({ lineId: heldSeats.lineId })
  return new Set(released.map(({ lineId }) => lineId))
}

export async function findCohortNames(
  queryable: Queryable,
  wanted: readonly { groupId: string; courseId: string }[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const rows = await queryable
    .select({ id: groups.id, name: groups.name, courseId: groups.courseId })
    .from(groups)
    .where(
      and(
        eq(groups.kind, 'cohort'),
        inArray(
          groups.id,
          wanted.map(({ groupId }) => groupId),
        ),
      ),
    )
  // The cart of a visitor names any id.
  const isOfCourse = (id: string, courseId: string | null) =>
    wanted.some((each) => each.groupId === id && each.courseId === courseId)
  return new Map(rows.flatMap(({ id, name, courseId }) => (isOfCourse(id, courseId) ? [[id, name]] : [])))
}
