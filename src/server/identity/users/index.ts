export { usersModule } from './users.ts'
export { usersDomain } from './domain.ts'
