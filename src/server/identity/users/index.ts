export { usersRoutes } from './routes.ts'
export { usersModule } from './users.ts'
