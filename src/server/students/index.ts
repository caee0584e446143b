export { studentsRoutes } from './routes.ts'
export { studentsModule, type Students } from './students.ts'
