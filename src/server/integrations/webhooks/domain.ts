import { webhookRoutes } from './routes.ts'
import type { Webhooks } from './webhooks.ts'

export const webhooksDomain = {
  invariants: [],
  contribute: ({ webhooks }: { webhooks: Webhooks }) => ({
    routes: { webhooks: webhookRoutes(webhooks) },
    personalData: [],
    purges: { 'webhook-deliveries': webhooks.deleteOld },
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: webhooks.dueWork,
    periodic: [],
  }),
}
