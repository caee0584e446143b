export { createLearning, type Learning } from './learning.ts'
export { createLearningRoutes } from './routes.ts'
