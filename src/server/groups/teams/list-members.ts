import type { Download } from '#contract/kit/endpoint.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { teamMembersPerPage, type TeamMember } from '#contract/groups/teams.ts'
import { exportCsv } from '#server/platform/csv/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { TeamsDeps } from './deps.ts'
import { percentOf } from './member-percent.ts'
import { findOwnTeam, readTeamItems, type TeamRow } from './team-row.ts'

/** Null: not the manager's. */
export async function listMembers(
  deps: TeamsDeps,
  manager: Viewer,
  { id, after = undefined }: { id: string; after?: string | undefined },
): Promise<TeamMember[] | null> {
  const team = await findOwnTeam(deps.database.query, manager.id, id)
  return team && readPage(deps, team, after, teamMembersPerPage)
}

async function readPage(
  deps: TeamsDeps,
  team: TeamRow,
  after: string | undefined,
  limit: number,
): Promise<TeamMember[]> {
  const rows = await deps.learning.listTeamMembers({ teamId: team.id, after, limit })
  if (rows.length === 0) return []
  const items = await readTeamItems(deps.database.query, team.id)
  const courses = await deps.catalog.listCoursesById(
    items.filter(({ kind }) => kind === 'course').map(({ itemId }) => itemId),
  )
  const people = await deps.identity.findUserProfiles(rows.map(({ userId }) => userId))
  return rows.map(({ userId, joinedAt, showsProgress, courses: rights }) => ({
    userId,
    name: people.get(userId)?.name ?? '',
    joinedAt: joinedAt.toISOString(),
    percent: showsProgress ? percentOf(rights, courses) : null,
  }))
}

export async function exportMembers(deps: TeamsDeps, manager: Viewer, teamId: string): Promise<Download | null> {
  const team = await findOwnTeam(deps.database.query, manager.id, teamId)
  if (!team) return null
  return exportCsv(deps, {
    name: `tim-${team.name}`,
    what: 'members of a team',
    header: ['Nama', 'Bergabung', 'Progres (%)'],
    toCells: ({ name, joinedAt, percent }: TeamMember) => [
      name,
      formatShortDate(joinedAt),
      percent === null ? 'tidak ditampilkan' : percent,
    ],
    readPage: (last: TeamMember | null, limit: number) => readPage(deps, team, last?.userId, limit),
  })
}
