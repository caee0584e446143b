import { ok } from '#contract/endpoint.ts'
import { endpoints } from '#server/http/index.ts'
import type { Commerce } from '#server/commerce/commerce.ts'

export function createSalesRoutes(commerce: Commerce) {
  const { sales: on } = endpoints

  return {
    showEarnings: on.showEarnings.handler(async ({ input, context }) => {
      const me = context.me()
      // An instructor sees only their own figures, whatever is asked.
      const instructorId = me.role === 'admin' ? (input.instructorId ?? null) : me.id
      return ok(await commerce.readEarnings({ month: input.month ?? null, instructorId }))
    }),
  }
}
