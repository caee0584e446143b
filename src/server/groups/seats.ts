import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { isClosed } from './cohort-state.ts'
import { groupMembers, groups, heldSeats, type GroupRow } from './tables.ts'

/** Members and seats of open orders of a group, for a query that reads `groups`: one statement sees one moment. */
export const seatsTaken: SQL<number> = sql<number>`(
  (select count(*) from ${groupMembers} where ${groupMembers.groupId} = ${groups.id})
  + (select count(*) from ${heldSeats} where ${heldSeats.groupId} = ${groups.id}))::int`

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

export const countTaken = async (tx: Queryable, groupId: string): Promise<number> =>
  (await tx.select({ taken: seatsTaken }).from(groups).where(eq(groups.id, groupId)))[0]?.taken ?? 0

export type WantedSeat = { courseId: string; groupId: string }
export type NoSeat = Refusal<'cohort-full' | 'cohort-closed' | 'unknown-cohort'>

/**
 * True when these seats are free: for members or orders that this transaction inserts afterwards, because the locks last until its end.
 * Several seats of one group are asked for by repeating it.
 */
export async function lockSeats(
  tx: Tx,
  { clock }: { clock: Clock },
  wanted: readonly WantedSeat[],
  { byStaff = false } = {},
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
    if (isClosed(cohort, clock.now(), { byStaff })) return refused('cohort-closed')
    if (cohort.seats !== null && (await countTaken(tx, groupId)) + seats.length > cohort.seats)
      return refused('cohort-full')
  }
  return { outcome: 'free' }
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

/** The groups of the seats that lines of an order hold. */
export async function listHeldSeats(tx: Tx, lineIds: readonly string[]): Promise<string[]> {
  if (lineIds.length === 0) return []
  const rows = await tx
    .select({ groupId: heldSeats.groupId })
    .from(heldSeats)
    .where(inArray(heldSeats.lineId, [...lineIds]))
  return rows.map(({ groupId }) => groupId)
}

export async function findGroupNames(queryable: Queryable, groupIds: readonly string[]): Promise<Map<string, string>> {
  if (groupIds.length === 0) return new Map()
  const rows = await queryable
    .select({ id: groups.id, name: groups.name })
    .from(groups)
    .where(inArray(groups.id, [...groupIds]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
