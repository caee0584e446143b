import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { ApiKeys } from './api-keys.ts'

export function apiKeyRoutes(apiKeys: ApiKeys) {
  const { apiKeys: on } = endpoints
  return {
    listApiKeys: on.listApiKeys.handler(async () => ok(await apiKeys.list())),

    createApiKey: on.createApiKey.handler(async ({ input, context, errors }) => {
      const made = await apiKeys.create(input, context.viewer())
      if (made === 'too-many') throw errors.TOO_MANY_API_KEYS()
      if (made === 'expires-in-the-past') throw errors.INVALID_INPUT({ data: { errors: { expiresAt: 'Pilih waktu yang belum lewat' } } })
      return ok(made, 'Kunci API dibuat.')
    }),

    revokeApiKey: on.revokeApiKey.handler(async ({ input, context, errors }) => {
      if (!(await apiKeys.revoke(input.id, context.viewer()))) throw errors.NOT_FOUND()
      return ok(null, 'Kunci API dicabut.')
    }),
  }
}
