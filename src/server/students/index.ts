export { createStudentsRoutes } from './routes.ts'
export { createStudents, type Students } from './students.ts'
