export { membersDomain } from './domain.ts'
export { membersModule, type Members } from './members.ts'
