import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Webhooks } from './webhooks.ts'

const badUrl = (url: string) => ({ data: { errors: { url } } })

export function webhookRoutes(webhooks: Webhooks) {
  const { webhooks: on } = endpoints
  return {
    listWebhooks: on.listWebhooks.handler(async () => ok(await webhooks.list())),

    showWebhook: on.showWebhook.handler(async ({ input, errors }) => {
      const webhook = await webhooks.show(input.id)
      if (!webhook) throw errors.NOT_FOUND()
      return ok(webhook)
    }),

    createWebhook: on.createWebhook.handler(async ({ input, context, errors }) => {
      const made = await webhooks.create(input, context.viewer())
      if (made === 'too-many') throw errors.TOO_MANY_WEBHOOKS()
      if ('urlProblem' in made) throw errors.INVALID_INPUT(badUrl(made.urlProblem))
      return ok(made, 'Webhook ditambahkan.')
    }),

    updateWebhook: on.updateWebhook.handler(async ({ input: { id, ...change }, context, errors }) => {
      const changed = await webhooks.change(id, change, context.viewer())
      if (!changed) throw errors.NOT_FOUND()
      if ('urlProblem' in changed) throw errors.INVALID_INPUT(badUrl(changed.urlProblem))
      return ok(changed, 'Webhook disimpan.')
    }),

    deleteWebhook: on.deleteWebhook.handler(async ({ input, context, errors }) => {
      if (!(await webhooks.remove(input.id, context.viewer()))) throw errors.NOT_FOUND()
      return ok(null, 'Webhook dihapus.')
    }),

    rotateWebhookSecret: on.rotateWebhookSecret.handler(async ({ input, context, errors }) => {
      const rotated = await webhooks.rotateSecret(input.id, context.viewer())
      if (!rotated) throw errors.NOT_FOUND()
      return ok(rotated, 'Rahasia baru dibuat.')
    }),

    testWebhook: on.testWebhook.handler(async ({ input, errors }) => {
      const sent = await webhooks.test(input.id)
      if (!sent) throw errors.NOT_FOUND()
      if ('allowed' in sent) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: sent.retryAfterSeconds } })
      return ok(sent)
    }),

    listDeliveries: on.listDeliveries.handler(async ({ input, errors }) => {
      const page = await webhooks.listDeliveries(input)
      if (!page) throw errors.NOT_FOUND()
      return { success: true as const, data: page.rows, meta: { limit: input.limit, next: page.next } }
    }),

    resendDelivery: on.resendDelivery.handler(async ({ input, errors }) => {
      const sent = await webhooks.resend(input.id, input.deliveryId)
      if (!sent) throw errors.NOT_FOUND()
      if ('allowed' in sent) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: sent.retryAfterSeconds } })
      return ok(sent)
    }),
  }
}
