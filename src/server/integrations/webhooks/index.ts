export { webhooksModule, type Webhooks } from './webhooks.ts'
export type { EmitEvent, WebhookEvent } from './events.ts'
export { systemNetwork, type Network } from './delivery/network.ts'
export { webhookRoutes } from './routes.ts'
