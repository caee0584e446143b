export { apiKeysModule, type ApiKeys } from './api-keys.ts'
export { apiKeyRoutes } from './routes.ts'
