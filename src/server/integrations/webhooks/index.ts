export { webhooksModule } from './webhooks.ts'
export type { EmitEvent } from './events.ts'
export { webhookRoutes } from './routes.ts'
