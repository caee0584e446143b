// In one chunk, because every page lists the chunks that it may load.
export { createJoinTeamLoader, JoinTeamPage } from './join-team-page.tsx'
export { createTeamLoader, TeamPage } from './team-page.tsx'
export { createTeamsLoader, TeamsPage } from './teams-page.tsx'
