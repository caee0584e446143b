import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Webhooks } from './webhooks.ts'

export function webhookRoutes(webhooks: Webhooks) {
  const { webhooks: on } = endpoints
  return {
    listWebhooks: on.listWebhooks.handler(async () => ok(await webhooks.list())),

    showWebhook: on.showWebhook.handler(async ({ input, errors }) => ok(found(await webhooks.show(input.id), errors))),

    createWebhook: on.createWebhook.handler(async ({ input, context, errors }) => {
      const { webhook } = accept(await webhooks.create(input, context.viewer()), errors, 'made')
      return ok(webhook, 'Webhook ditambahkan.')
    }),

    updateWebhook: on.updateWebhook.handler(async ({ input: { id, ...change }, context, errors }) => {
      const { webhook } = accept(await webhooks.change(id, change, context.viewer()), errors, 'changed')
      return ok(webhook, 'Webhook disimpan.')
    }),

    deleteWebhook: on.deleteWebhook.handler(async ({ input, context, errors }) => {
      accept(await webhooks.remove(input.id, context.viewer()), errors, 'deleted')
      return ok(null, 'Webhook dihapus.')
    }),

    rotateWebhookSecret: on.rotateWebhookSecret.handler(async ({ input, context, errors }) =>
      ok(found(await webhooks.rotateSecret(input.id, context.viewer()), errors), 'Rahasia baru dibuat.'),
    ),

    testWebhook: on.testWebhook.handler(async ({ input, errors }) =>
      ok(accept(await webhooks.test(input.id), errors, 'sent').delivery),
    ),

    listDeliveries: on.listDeliveries.handler(async ({ input, errors }) => {
      const page = found(await webhooks.listDeliveries(input), errors)
      return { success: true as const, data: page.rows, meta: { limit: input.limit, next: page.next } }
    }),

    resendDelivery: on.resendDelivery.handler(async ({ input, errors }) =>
      ok(accept(await webhooks.resend(input.id, input.deliveryId), errors, 'sent').delivery),
    ),
  }
}
