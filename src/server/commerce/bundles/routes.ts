import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'

export function bundleRoutes({ bundles }: Commerce) {
  const { bundles: on } = endpoints

  return {
    listBundles: on.listBundles.handler(async ({ input, context }) => {
      const { rows, total } = await bundles.list(input, (await context.findViewer())?.id ?? null)
      return { ...ok(rows), meta: { ...input, total } }
    }),

    showBundle: on.showBundle.handler(async ({ input, context, errors }) =>
      ok(
        found(await bundles.show(input.id, (await context.findViewer())?.id ?? null), errors, 'Paket tidak ditemukan'),
      ),
    ),
  }
}

export function adminBundleRoutes({ bundles }: Commerce) {
  const { adminBundles: on } = endpoints

  return {
    listAllBundles: on.listAllBundles.handler(async ({ input }) => {
      const { rows, total } = await bundles.listAll(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),

    showAdminBundle: on.showAdminBundle.handler(async ({ input, errors }) =>
      ok(found(await bundles.showAny(input.id), errors)),
    ),

    createBundle: on.createBundle.handler(async ({ input, context, errors }) => {
      const { bundle } = accept(await bundles.create(context.viewer().id, input), errors, 'saved')
      return ok(bundle, 'Paket dibuat.')
    }),

    updateBundle: on.updateBundle.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const { bundle } = accept(await bundles.update(context.viewer().id, id, wanted), errors, 'saved')
      return ok(bundle, 'Paket disimpan.')
    }),

    deleteBundle: on.deleteBundle.handler(async ({ input, context, errors }) => {
      accept(await bundles.remove(context.viewer().id, input.id), errors, 'deleted')
      return ok(null, 'Paket dihapus.')
    }),
  }
}
