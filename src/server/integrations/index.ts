export { apiKeysModule, type ApiKeys } from './api-keys.ts'
export { webhooksModule } from './webhooks.ts'
export type { EmitEvent } from './events.ts'
export { integrationsDomain } from './domain.ts'
