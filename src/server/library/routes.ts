import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { found } from '#server/platform/outcomes.ts'
import { ebookEditingRoutes } from './editing/ebook-routes.ts'
import { tipEditingRoutes } from './editing/tip-routes.ts'
import type { Library } from './library.ts'
import { answer, orNotFound, serve } from '#server/serve.ts'

const page = ({ page, limit }: { page: number; limit: number }, total: number) => ({ meta: { page, limit, total } })

export function libraryRoutes(library: Library) {
  const { library: on } = endpoints
  return {
    listEbooks: on.listEbooks.handler(async ({ input }) => {
      const { cards, total } = await library.listEbooks(input)
      return { ...ok(cards), ...page(input, total) }
    }),
    listMyEbooks: serve(on.listMyEbooks, async (viewer) => library.listMyEbooks(viewer.id)),
    showEbook: on.showEbook.handler(async ({ input, context, errors }) =>
      ok(found(await library.showEbook(input.id, await context.findViewer()), errors, 'E-book tidak ditemukan.')),
    ),
    showReading: serve(on.showReading, async (viewer, input) => library.showReading(viewer, input.id), orNotFound()),
    saveReading: serve(
      on.saveReading,
      async (viewer, { id, ...sent }) => library.saveReading(viewer, { ebookId: id, ...sent }),
      'saved',
    ),
    completeSection: serve(
      on.completeSection,
      async (viewer, { id: ebookId, sectionId }) => library.completeSection(viewer, { ebookId, sectionId }),
      'completed',
    ),
    listTips: on.listTips.handler(async ({ input }) => {
      const { cards, total } = await library.listTips(input)
      return { ...ok(cards), ...page(input, total) }
    }),
    listTipTags: answer(on.listTipTags, async () => library.listTipTags()),
    showTip: answer(on.showTip, async (input) => library.showTip(input.slug), orNotFound('Tips tidak ditemukan.')),
    ...ebookEditingRoutes(library),
    ...tipEditingRoutes(library),
  }
}
