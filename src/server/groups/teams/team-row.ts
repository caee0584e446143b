import { and, asc, eq, inArray } from 'drizzle-orm'
import { groups, lockGroups, type GroupRow } from '#server/groups/index.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { teamItems, type TeamItem } from './tables.ts'

/** With what the database requires of a team. */
export type TeamRow = GroupRow & { seats: number; soldTitle: string; linkId: string }

export function asTeam(row: GroupRow | undefined): TeamRow | null {
  if (row?.kind !== 'team') return null
  const { seats, soldTitle, linkId } = row
  return seats !== null && soldTitle !== null && linkId !== null ? { ...row, seats, soldTitle, linkId } : null
}

export const isManagedBy = (managerId: string, teamId: string) =>
  and(eq(groups.id, teamId), eq(groups.managerId, managerId), eq(groups.kind, 'team'))

/** A team for its manager; null for others, and where it does not exist. */
export async function findOwnTeam(queryable: Queryable, managerId: string, teamId: string): Promise<TeamRow | null> {
  const [row] = await queryable.select().from(groups).where(isManagedBy(managerId, teamId))
  return asTeam(row)
}

/** Seats of a team are taken, freed and refunded one after the other. */
export const lockTeam = async (tx: Tx, teamId: string): Promise<TeamRow | null> =>
  asTeam((await lockGroups(tx, [teamId])).get(teamId))

export async function lockOwnTeam(tx: Tx, managerId: string, teamId: string): Promise<TeamRow | null> {
  const team = await lockTeam(tx, teamId)
  return team?.managerId === managerId ? team : null
}

export async function findTeams(queryable: Queryable, teamIds: readonly string[]): Promise<Map<string, TeamRow>> {
  if (teamIds.length === 0) return new Map()
  const rows = await queryable
    .select()
    .from(groups)
    .where(inArray(groups.id, [...teamIds]))
  return new Map(rows.flatMap((row) => asTeam(row) ?? []).map((team) => [team.id, team]))
}

export const readTeamItems = (queryable: Queryable, teamId: string): Promise<TeamItem[]> =>
  queryable
    .select({ kind: teamItems.kind, itemId: teamItems.itemId })
    .from(teamItems)
    .where(eq(teamItems.groupId, teamId))
    .orderBy(asc(teamItems.position))
