import type { Invariant } from '#server/platform/database/index.ts'
import { teamsRoutes } from './routes.ts'
import type { Teams } from './teams.ts'

const invariants: readonly Invariant[] = [
  [
    'a team has at most as many members as seats',
    `select g.id from groups g where g.kind = 'team' and g.seats <
       (select count(distinct e.user_id) from enrollments e where e.team_id = g.id and e.revoked_at is null)`,
  ],
  [
    'what a seat gave is a right of its team',
    `select e.user_id from enrollments e where e.revoked_at is null and (e.team_id is not null) <> (e.source_ref like 'team:%')`,
  ],
]

/** Who is in a team is on the enrolment, and erased and exported with it. */
export const teamsDomain = {
  invariants,
  contribute: ({ teams }: { teams: Teams }) => ({
    routes: { teams: teamsRoutes(teams) },
    personalData: [teams.personalData],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
