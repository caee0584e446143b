export { apiKeysPersonalData } from './personal-data.ts'
export { apiKeysModule, type ApiKeys } from './api-keys.ts'
export { apiKeyRoutes } from './routes.ts'
