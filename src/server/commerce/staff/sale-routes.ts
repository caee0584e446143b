import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/platform/http/index.ts'

export function scheduledSaleRoutes({ scheduledSales }: Commerce) {
  const { scheduledSales: on } = endpoints

  return {
    listSales: on.listSales.handler(async ({ input }) => {
      const { rows, total, isCounted, next, previous } = await scheduledSales.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total, isCounted, next, previous } }
    }),

    createSale: on.createSale.handler(async ({ input, context, errors }) => {
      const saved = await scheduledSales.create(context.viewer().id, input)
      if (saved === 'scope-unknown') throw errors.SCOPE_UNKNOWN(scopeUnknown(input))
      if (saved === 'too-many') throw errors.TOO_MANY_SALES()
      if (saved === 'not-found') throw errors.NOT_FOUND()
      return ok(saved, 'Diskon dijadwalkan.')
    }),

    updateSale: on.updateSale.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const saved = await scheduledSales.update(context.viewer().id, id, wanted)
      if (saved === 'scope-unknown') throw errors.SCOPE_UNKNOWN(scopeUnknown(wanted))
      if (saved === 'too-many') throw errors.TOO_MANY_SALES()
      if (saved === 'not-found') throw errors.NOT_FOUND()
      return ok(saved, 'Diskon disimpan.')
    }),

    deleteSale: on.deleteSale.handler(async ({ input, context, errors }) => {
      if ((await scheduledSales.remove(context.viewer().id, input.id)) === 'not-found') throw errors.NOT_FOUND()
      return ok(null, 'Diskon dihapus.')
    }),
  }
}

const scopeUnknown = ({ courseId }: { courseId: string | null }) => ({
  data: { errors: { [courseId ? 'courseId' : 'categoryId']: 'Tidak ditemukan' } },
})
