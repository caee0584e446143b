import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'

export function scheduledSaleRoutes({ scheduledSales }: Commerce) {
  const { scheduledSales: on } = endpoints

  return {
    listSales: on.listSales.handler(async ({ input }) => {
      const { rows, ...meta } = await scheduledSales.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    createSale: on.createSale.handler(async ({ input, context, errors }) => {
      const { sale } = accept(await scheduledSales.create(context.viewer().id, input), errors, 'saved')
      return ok(sale, 'Diskon dijadwalkan.')
    }),

    updateSale: on.updateSale.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const { sale } = accept(await scheduledSales.update(context.viewer().id, id, wanted), errors, 'saved')
      return ok(sale, 'Diskon disimpan.')
    }),

    deleteSale: on.deleteSale.handler(async ({ input, context, errors }) => {
      accept(await scheduledSales.remove(context.viewer().id, input.id), errors, 'deleted')
      return ok(null, 'Diskon dihapus.')
    }),
  }
}
