import type { Commerce } from './commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { answer, asPage, serve } from '#server/serve.ts'

export function scheduledSaleRoutes({ scheduledSales }: Commerce) {
  const { scheduledSales: on } = endpoints

  return {
    listSales: answer(on.listSales, scheduledSales.list, asPage),

    createSale: serve(on.createSale, async (viewer, input) => scheduledSales.create(viewer.id, input), 'saved'),

    updateSale: serve(on.updateSale, async (viewer, input) => scheduledSales.update(viewer.id, input), 'saved'),

    deleteSale: serve(on.deleteSale, async (viewer, input) => scheduledSales.remove(viewer.id, input.id), 'deleted'),
  }
}
