import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'

export const callbackRoutes = (commerce: Commerce) => ({
  receiveNotification: endpoints.commerce.receiveNotification.handler(async ({ input, errors }) => {
    accept(await commerce.receiveCallback(input), errors, 'received')
    return ok({ received: true as const })
  }),
})
