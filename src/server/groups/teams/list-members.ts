import { sql } from 'drizzle-orm'
import type { Download } from '#contract/kit/endpoint.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { teamMembersPerPage, type TeamMember } from '#contract/groups/teams.ts'
import { lessonCountsOf, type LessonCount } from '#server/catalog/index.ts'
import { groups } from '#server/groups/index.ts'
import { exportCsv } from '#server/platform/csv/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { TeamsDeps } from './deps.ts'
import { percentOf } from './member-percent.ts'
import { teamItems } from './tables.ts'
import { isManagedBy } from './team-row.ts'

/** One statement for the team, one for the members. Null: not the manager's. */
export async function listMembers(
  deps: TeamsDeps,
  manager: Viewer,
  { id, after = undefined }: { id: string; after?: string | undefined },
): Promise<TeamMember[] | null> {
  const team = await findWithCourses(deps, manager, id)
  return team && readPage(deps, team, after, teamMembersPerPage)
}

type Team = { id: string; name: string; courses: LessonCount[] }

async function findWithCourses({ database }: TeamsDeps, manager: Viewer, teamId: string): Promise<Team | null> {
  const courses = sql`(select ${teamItems.itemId} from ${teamItems} where ${teamItems.groupId} = ${groups.id} and ${teamItems.kind} = 'course')`
  const [row] = await database.query
    .select({ id: groups.id, name: groups.name, courses: lessonCountsOf(courses) })
    .from(groups)
    .where(isManagedBy(manager.id, teamId))
  return row ?? null
}

async function readPage(
  { learning }: TeamsDeps,
  team: Team,
  after: string | undefined,
  limit: number,
): Promise<TeamMember[]> {
  const rows = await learning.listTeamMembers({ teamId: team.id, after, limit })
  return rows.map(({ userId, name, joinedAt, showsProgress, courses: rights }) => ({
    userId,
    name: name ?? '',
    joinedAt: joinedAt.toISOString(),
    percent: showsProgress ? percentOf(rights, team.courses) : null,
  }))
}

export async function exportMembers(deps: TeamsDeps, manager: Viewer, teamId: string): Promise<Download | null> {
  const team = await findWithCourses(deps, manager, teamId)
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
