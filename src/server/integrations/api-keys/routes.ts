import { endpoints } from '#server/endpoints.ts'
import type { ApiKeys } from './api-keys.ts'
import { answer, serve } from '#server/serve.ts'

export function apiKeyRoutes(apiKeys: ApiKeys) {
  const { apiKeys: on } = endpoints
  return {
    listApiKeys: answer(on.listApiKeys, async () => apiKeys.list()),

    createApiKey: serve(on.createApiKey, async (viewer, input) => apiKeys.create(input, viewer), 'made'),

    revokeApiKey: serve(on.revokeApiKey, async (viewer, input) => apiKeys.revoke(input.id, viewer), 'revoked'),
  }
}
