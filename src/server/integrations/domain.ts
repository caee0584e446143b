import type { ApiKeys } from './api-keys.ts'
import { apiKeysPersonalData } from './personal-data.ts'
import { apiKeyRoutes, webhookRoutes } from './routes.ts'
import type { Webhooks } from './webhooks.ts'

type Modules = Parameters<typeof apiKeysPersonalData>[0] & { apiKeys: ApiKeys; webhooks: Webhooks }

export const integrationsDomain = {
  invariants: [],
  contribute: ({ apiKeys, webhooks, ...modules }: Modules) => ({
    routes: { apiKeys: apiKeyRoutes(apiKeys), webhooks: webhookRoutes(webhooks) },
    personalData: [apiKeysPersonalData(modules)],
    purges: { 'webhook-deliveries': webhooks.deleteOld },
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: webhooks.dueWork,
    periodic: [],
  }),
}
