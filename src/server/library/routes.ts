import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { ebookEditingRoutes } from './editing/ebook-routes.ts'
import { tipEditingRoutes } from './editing/tip-routes.ts'
import type { Library } from './library.ts'

const page = ({ page, limit }: { page: number; limit: number }, total: number) => ({ meta: { page, limit, total } })

export function libraryRoutes(library: Library) {
  const { library: on } = endpoints
  return {
    listEbooks: on.listEbooks.handler(async ({ input }) => {
      const { cards, total } = await library.listEbooks(input)
      return { ...ok(cards), ...page(input, total) }
    }),
    listMyEbooks: on.listMyEbooks.handler(async ({ context }) => ok(await library.listMyEbooks(context.viewer().id))),
    showEbook: on.showEbook.handler(async ({ input, context, errors }) =>
      ok(found(await library.showEbook(input.id, await context.findViewer()), errors, 'E-book tidak ditemukan.')),
    ),
    showReading: on.showReading.handler(async ({ input, context, errors }) =>
      ok(found(await library.showReading(context.viewer(), input.id), errors)),
    ),
    saveReading: on.saveReading.handler(async ({ input: { id, ...sent }, context, errors }) => {
      const { reading } = accept(await library.saveReading(context.viewer(), id, sent), errors, 'saved')
      return ok(reading)
    }),
    completeSection: on.completeSection.handler(async ({ input: { id: ebookId, sectionId }, context, errors }) => {
      const { progress } = accept(
        await library.completeSection(context.viewer(), { ebookId, sectionId }),
        errors,
        'completed',
      )
      return ok(progress)
    }),
    listTips: on.listTips.handler(async ({ input }) => {
      const { cards, total } = await library.listTips(input)
      return { ...ok(cards), ...page(input, total) }
    }),
    listTipTags: on.listTipTags.handler(async () => ok(await library.listTipTags())),
    showTip: on.showTip.handler(async ({ input, errors }) =>
      ok(found(await library.showTip(input.slug), errors, 'Tips tidak ditemukan.')),
    ),
    ...ebookEditingRoutes(library),
    ...tipEditingRoutes(library),
  }
}
