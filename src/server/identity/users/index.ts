export { usersRoutes } from './routes.ts'
export { usersModule, type Users } from './users.ts'
