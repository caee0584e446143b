import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { ApiKeys } from './api-keys.ts'

export function apiKeyRoutes(apiKeys: ApiKeys) {
  const { apiKeys: on } = endpoints
  return {
    listApiKeys: on.listApiKeys.handler(async () => ok(await apiKeys.list())),

    createApiKey: on.createApiKey.handler(async ({ input, context, errors }) => {
      const { apiKey } = accept(await apiKeys.create(input, context.viewer()), errors, 'made')
      return ok(apiKey, 'Kunci API dibuat.')
    }),

    revokeApiKey: on.revokeApiKey.handler(async ({ input, context, errors }) => {
      accept(await apiKeys.revoke(input.id, context.viewer()), errors, 'revoked')
      return ok(null, 'Kunci API dicabut.')
    }),
  }
}
