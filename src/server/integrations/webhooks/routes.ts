import { endpoints } from '#server/endpoints.ts'
import { found } from '#server/platform/outcomes.ts'
import type { Webhooks } from './webhooks.ts'
import { answer, orNotFound, serve } from '#server/serve.ts'

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
