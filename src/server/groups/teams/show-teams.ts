import { desc, eq } from 'drizzle-orm'
import { maximumTeams, type JoinedTeam, type Team, type TeamInvitation } from '#contract/groups/teams.ts'
import { groups } from '#server/groups/index.ts'
import type { TeamsDeps } from './deps.ts'
import { findTeamOfLink, joinUrlOf } from './team-link.ts'
import { asTeam, findTeams, readTeamItems, type TeamRow } from './team-row.ts'

export const presentTeam = async (deps: TeamsDeps, team: TeamRow, used: number): Promise<Team> => ({
  _id: team.id,
  name: team.name,
  title: team.soldTitle,
  seats: team.seats,
  used,
  joinUrl: await joinUrlOf(deps, team),
  courseId: team.courseId,
  bundleId: team.bundleId,
  createdAt: team.createdAt.toISOString(),
})

/** The teams that a user manages, newest first. */
export async function listTeams(deps: TeamsDeps, managerId: string): Promise<Team[]> {
  const rows = await deps.database.query
    .select()
    .from(groups)
    .where(eq(groups.managerId, managerId))
    .orderBy(desc(groups.createdAt), desc(groups.id))
    .limit(maximumTeams)
  const teams = rows.flatMap((row) => asTeam(row) ?? [])
  const used = await deps.learning.countTeamMembers(
    deps.database.query,
    teams.map(({ id }) => id),
  )
  return Promise.all(teams.map((team) => presentTeam(deps, team, used.get(team.id) ?? 0)))
}

/** The teams in which a user has a seat. */
export async function listJoinedTeams(deps: TeamsDeps, userId: string): Promise<JoinedTeam[]> {
  const joined = await deps.learning.listTeamsOf(userId)
  const teams = await findTeams(
    deps.database.query,
    joined.map(({ teamId }) => teamId),
  )
  const managers = await deps.identity.findUserProfiles([...teams.values()].flatMap(({ managerId }) => managerId ?? []))
  return joined.flatMap(({ teamId, joinedAt, showsProgress }) => {
    const team = teams.get(teamId)
    if (!team) return []
    return [
      {
        _id: teamId,
        name: team.name,
        title: team.soldTitle,
        manager: managers.get(team.managerId ?? '')?.name ?? '',
        joinedAt: joinedAt.toISOString(),
        showProgress: showsProgress,
      },
    ]
  })
}

/** Shows a team to a person with its link; null for a link that was made up or ended. */
export async function showInvitation(
  deps: TeamsDeps,
  viewerId: string | null,
  token: string,
): Promise<TeamInvitation | null> {
  const { query } = deps.database
  const team = await findTeamOfLink(query, deps, token)
  if (!team) return null
  const items = await readTeamItems(query, team.id)
  const courses = await deps.catalog.listCoursesById(items.filter(({ kind }) => kind === 'course').map(idOf))
  const ebooks = await deps.library.describeEbooks(items.filter(({ kind }) => kind === 'ebook').map(idOf))
  const used = (await deps.learning.countTeamMembers(query, [team.id])).get(team.id) ?? 0
  const own = viewerId === null ? [] : await deps.learning.findTeamRights(query, { teamId: team.id, userId: viewerId })
  const managers = team.managerId === null ? null : await deps.identity.findUserProfiles([team.managerId])
  return {
    name: team.name,
    title: team.soldTitle,
    from: managers?.get(team.managerId ?? '')?.name ?? '',
    seatsLeft: Math.max(0, team.seats - used),
    items: items.map(({ kind, itemId }) => ({
      kind,
      _id: itemId,
      title:
        (kind === 'course' ? courses.find(({ id }) => id === itemId)?.title : ebooks.get(itemId)?.title) ??
        team.soldTitle,
    })),
    isMember: own.length > 0,
  }
}

const idOf = ({ itemId }: { itemId: string }): string => itemId
