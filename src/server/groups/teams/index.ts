export { teamsDomain } from './domain.ts'
export { teamsModule, type Teams } from './teams.ts'
