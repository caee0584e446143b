import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/platform/http/index.ts'

export function bundleRoutes({ bundles }: Commerce) {
  const { bundles: on } = endpoints

  return {
    listBundles: on.listBundles.handler(async ({ input, context }) => {
      const { rows, total } = await bundles.list(input, (await context.findViewer())?.id ?? null)
      return { ...ok(rows), meta: { ...input, total } }
    }),

    showBundle: on.showBundle.handler(async ({ input, context, errors }) => {
      const shown = await bundles.show(input.id, (await context.findViewer())?.id ?? null)
      if (!shown) throw errors.NOT_FOUND({ message: 'Paket tidak ditemukan' })
      return ok(shown)
    }),
  }
}

const itemUnknown = { data: { errors: { items: 'Ada isi paket yang tidak ditemukan atau dipilih dua kali' } } }
const slugTaken = { data: { errors: { slug: 'Alamat ini sudah dipakai' } } }

export function adminBundleRoutes({ bundles }: Commerce) {
  const { adminBundles: on } = endpoints

  return {
    listAllBundles: on.listAllBundles.handler(async ({ input }) => {
      const { rows, total } = await bundles.listAll(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),

    showAdminBundle: on.showAdminBundle.handler(async ({ input, errors }) => {
      const shown = await bundles.showAny(input.id)
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown)
    }),

    createBundle: on.createBundle.handler(async ({ input, context, errors }) => {
      const saved = await bundles.save(context.viewer().id, input, null)
      if (saved === 'item-unknown') throw errors.ITEM_UNKNOWN(itemUnknown)
      if (saved === 'slug-taken') throw errors.SLUG_TAKEN(slugTaken)
      if (saved === 'not-found') throw errors.NOT_FOUND()
      return ok(saved, 'Paket dibuat.')
    }),

    updateBundle: on.updateBundle.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const saved = await bundles.save(context.viewer().id, wanted, id)
      if (saved === 'item-unknown') throw errors.ITEM_UNKNOWN(itemUnknown)
      if (saved === 'slug-taken') throw errors.SLUG_TAKEN(slugTaken)
      if (saved === 'not-found') throw errors.NOT_FOUND()
      return ok(saved, 'Paket disimpan.')
    }),

    deleteBundle: on.deleteBundle.handler(async ({ input, context, errors }) => {
      const outcome = await bundles.remove(context.viewer().id, input.id)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'sold') throw errors.BUNDLE_SOLD()
      return ok(null, 'Paket dihapus.')
    }),
  }
}
