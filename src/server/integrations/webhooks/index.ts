export { webhooksModule, type Webhooks } from './webhooks.ts'
export type { EmitEvent, WebhookEvent } from './events.ts'
export { webhookRoutes } from './routes.ts'
