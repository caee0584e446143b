export { apiKeysModule, type ApiKeys } from './api-keys.ts'
export { apiKeysDomain } from './domain.ts'
