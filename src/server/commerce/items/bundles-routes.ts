import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { found } from '#server/platform/outcomes.ts'
import { answer, asPage, orNotFound, serve } from '#server/serve.ts'

export function bundleRoutes({ bundles }: Commerce) {
  const { bundles: on } = endpoints

  return {
    listBundles: on.listBundles.handler(async ({ input, context }) => {
      const { rows, total } = await bundles.list(input, (await context.findViewer())?.id ?? null)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
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
    listAllBundles: answer(on.listAllBundles, bundles.listAll, asPage),

    showAdminBundle: answer(on.showAdminBundle, async (input) => bundles.showAny(input.id), orNotFound()),

    createBundle: serve(on.createBundle, async (viewer, input) => bundles.create(viewer.id, input), 'saved'),

    updateBundle: serve(on.updateBundle, async (viewer, input) => bundles.update(viewer.id, input), 'saved'),

    deleteBundle: serve(on.deleteBundle, async (viewer, input) => bundles.remove(viewer.id, input.id), 'deleted'),
  }
}
