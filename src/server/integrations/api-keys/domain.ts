import type { ApiKeys } from './api-keys.ts'
import { apiKeysPersonalData } from './personal-data.ts'
import { apiKeyRoutes } from './routes.ts'

type Modules = Parameters<typeof apiKeysPersonalData>[0] & { apiKeys: ApiKeys }

export const apiKeysDomain = {
  invariants: [],
  contribute: ({ apiKeys, ...modules }: Modules) => ({
    routes: { apiKeys: apiKeyRoutes(apiKeys) },
    personalData: [apiKeysPersonalData(modules)],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
