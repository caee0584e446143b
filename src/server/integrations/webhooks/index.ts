export { webhooksModule } from './webhooks.ts'
export type { EmitEvent } from './events.ts'
export { webhooksDomain } from './domain.ts'
