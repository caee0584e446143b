import { endpoints } from '#server/endpoints.ts'
import { found } from '#server/platform/outcomes.ts'
import { answer, orNotFound, serve } from '#server/serve.ts'
import type { ApiKeys } from './api-keys.ts'
import type { Webhooks } from './webhooks.ts'

export function apiKeyRoutes(apiKeys: ApiKeys) {
  const { apiKeys: on } = endpoints
  return {
    listApiKeys: answer(on.listApiKeys, async () => apiKeys.list()),

    createApiKey: serve(on.createApiKey, async (viewer, input) => apiKeys.create(input, viewer), 'made'),

    revokeApiKey: serve(on.revokeApiKey, async (viewer, input) => apiKeys.revoke(input.id, viewer), 'revoked'),
  }
}

export function webhookRoutes(webhooks: Webhooks) {
  const { webhooks: on } = endpoints
  return {
    listWebhooks: answer(on.listWebhooks, async () => webhooks.list()),

    showWebhook: answer(on.showWebhook, async (input) => webhooks.show(input.id), orNotFound()),

    createWebhook: serve(on.createWebhook, async (viewer, input) => webhooks.create(input, viewer), 'made'),

    updateWebhook: serve(
      on.updateWebhook,
      async (viewer, { id, ...change }) => webhooks.change(id, change, viewer),
      'changed',
    ),

    deleteWebhook: serve(on.deleteWebhook, async (viewer, input) => webhooks.remove(input.id, viewer), 'deleted'),

    rotateWebhookSecret: serve(
      on.rotateWebhookSecret,
      async (viewer, input) => webhooks.rotateSecret(input.id, viewer),
      orNotFound(),
    ),

    testWebhook: answer(on.testWebhook, async (input) => webhooks.test(input.id), 'sent'),

    listDeliveries: on.listDeliveries.handler(async ({ input, errors }) => {
      const page = found(await webhooks.listDeliveries(input), errors)
      return { success: true as const, data: page.rows, meta: { limit: input.limit, next: page.next } }
    }),

    resendDelivery: answer(on.resendDelivery, async (input) => webhooks.resend(input.id, input.deliveryId), 'sent'),
  }
}
