import { checkoutRoutes } from './checkout/routes.ts'
import type { Commerce } from './commerce.ts'
import { callbackRoutes } from './settlement/callback-routes.ts'
import { transactionRoutes } from './transactions/routes.ts'

export const commerceRoutes = (commerce: Commerce) => ({
  ...checkoutRoutes(commerce),
  ...transactionRoutes(commerce),
  ...callbackRoutes(commerce),
})
