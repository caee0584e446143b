import { eq, sql } from 'drizzle-orm'
import { groups } from '#server/groups/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { newId } from '#server/platform/new-id.ts'
import type { TeamsDeps } from './deps.ts'
import { teamItems, type TeamItem } from './tables.ts'
import { findOwnTeam, lockTeam, readTeamItems } from './team-row.ts'

// Functions for buying and refunding seats. How many were paid is known to commerce, which stores the sum here.

type NewTeam = {
  managerId: string
  name: string
  npwp: string | null
  /** The title of the thing bought. */
  title: string
  courseId: string | null
  bundleId: string | null
  items: readonly TeamItem[]
}

/** A team without seats yet. Returns its id. */
export async function openTeam(tx: Tx, { clock }: Pick<TeamsDeps, 'clock'>, team: NewTeam): Promise<string> {
  const id = newId()
  const now = clock.now()
  const { managerId, name, npwp, title, courseId, bundleId, items } = team
  await tx.insert(groups).values({
    id,
    kind: 'team',
    managerId,
    name,
    npwp,
    soldTitle: title,
    courseId,
    bundleId,
    seats: 0,
    linkId: newId(),
    createdAt: now,
    updatedAt: now,
  })
  await tx.insert(teamItems).values(items.map((item, position) => ({ groupId: id, ...item, position })))
  return id
}

/** The seats of a team, locked until the commit, and how many are taken. Null for one that does not exist. */
export async function lockTeamSeats(
  tx: Tx,
  { learning }: Pick<TeamsDeps, 'learning'>,
  teamId: string,
): Promise<{ seats: number; used: number } | null> {
  const team = await lockTeam(tx, teamId)
  return team && { seats: team.seats, used: (await learning.countTeamMembers(tx, [teamId])).get(teamId) ?? 0 }
}

/**
 * Stores how many seats of a locked team are paid. Where the bank took money back, members have seats that are not paid any more: who
 * joined last loses the access, and has review and certificate again with the next seat of this team.
 */
export async function setTeamSeats(
  tx: Tx,
  deps: Pick<TeamsDeps, 'learning' | 'library' | 'clock' | 'notify'>,
  { teamId, seats, isReversal }: { teamId: string; seats: number; isReversal: boolean },
): Promise<void> {
  const locked = await lockTeamSeats(tx, deps, teamId)
  if (!locked) return
  if (locked.seats !== seats)
    await tx
      .update(groups)
      .set({ seats, version: sql`${groups.version} + 1`, updatedAt: deps.clock.now() })
      .where(eq(groups.id, teamId))
  const tooMany = locked.used - seats
  if (tooMany <= 0) return
  const userIds = await deps.learning.listTeamMembersByTime(tx, { teamId, limit: tooMany, newest: true })
  for (const userId of userIds.toSorted()) await endSeat(tx, deps, { teamId, userId, isReversal })
}

/** Ends the access that a seat gave. */
export async function endSeat(
  tx: Tx,
  deps: Pick<TeamsDeps, 'learning' | 'library'>,
  { teamId, userId, isReversal = false }: { teamId: string; userId: string; isReversal?: boolean },
): Promise<void> {
  for (const { sourceRef } of await deps.learning.lockTeamRights(tx, { teamId, userId }))
    await deps.learning.revokePurchase(tx, { sourceRef, userId, isReversal, reason: 'Kursi tim dikosongkan' })
  for (const { kind, itemId } of await readTeamItems(tx, teamId))
    if (kind === 'ebook') await deps.library.revokeEbook(tx, { sourceRef: seatRef({ teamId, userId, itemId }), userId })
}

/** The reference of what a seat gives, which ends exactly that. */
export const seatRef = ({ teamId, userId, itemId }: { teamId: string; userId: string; itemId: string }): string =>
  `team:${teamId}:${userId}:${itemId}`

/** A team of which its manager buys more seats. */
export async function findTeamToBuy(
  tx: Tx,
  _deps: TeamsDeps,
  { managerId, teamId }: { managerId: string; teamId: string },
) {
  const team = await findOwnTeam(tx, managerId, teamId)
  return team && { ...team, items: await readTeamItems(tx, teamId) }
}
