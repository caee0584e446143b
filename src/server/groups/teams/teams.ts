import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import { createSecret } from '#server/platform/protection/index.ts'
import type { TeamsDeps, TeamsModuleDeps } from './deps.ts'
import { joinTeam } from './join-team.ts'
import { exportMembers, listMembers } from './list-members.ts'
import { handOver, invite, removeMember, renewLink } from './manage-team.ts'
import { teamsPersonalData } from './personal-data.ts'
import { findTeamToBuy, lockTeamSeats, openTeam, setTeamSeats } from './seats-of-team.ts'
import { listJoinedTeams, listTeams, showInvitation } from './show-teams.ts'

export type Teams = ReturnType<typeof teamsModule>

export function teamsModule(given: TeamsModuleDeps) {
  const deps: TeamsDeps = { ...given, readLinkSecret: createSecret(given.database, 'team-links') }
  return {
    ...bindDeps(deps, { listTeams, listJoinedTeams, showInvitation, joinTeam }),
    ...bindDeps(deps, { renewLink, invite, listMembers, exportMembers, removeMember, handOver }),
    saveConsent: (userId: string, { id, showProgress }: { id: string; showProgress: boolean }) =>
      deps.learning.saveTeamConsent({ teamId: id, userId, showsProgress: showProgress }),
    /** Called by commerce, which buys and refunds seats. */
    ...bindInTransaction(deps, { openTeam, lockTeamSeats, setTeamSeats, findTeamToBuy }),
    personalData: teamsPersonalData(deps),
  }
}
