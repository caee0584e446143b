import type { Database } from '#server/platform/database/index.ts'
import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Library } from './library.ts'
import { adminLibraryRoutes } from './editing/admin-routes.ts'

const page = ({ page, limit }: { page: number; limit: number }, total: number) => ({ meta: { page, limit, total } })

export function libraryRoutes(library: Library, database: Database) {
  const { library: on } = endpoints
  return {
    listEbooks: on.listEbooks.handler(async ({ input }) => {
      const { cards, total } = await library.listEbooks(input)
      return { ...ok(cards), ...page(input, total) }
    }),
    listMyEbooks: on.listMyEbooks.handler(async ({ context }) => ok(await library.listMyEbooks(context.viewer().id))),
    showEbook: on.showEbook.handler(async ({ input, context, errors }) => {
      const ebook = await library.showEbook(input.id, await context.findViewer())
      if (!ebook) throw errors.NOT_FOUND({ message: 'E-book tidak ditemukan.' })
      return ok(ebook)
    }),
    showReading: on.showReading.handler(async ({ input, context, errors }) => {
      const reading = await library.showReading(context.viewer(), input.id)
      if (!reading) throw errors.NOT_FOUND()
      return ok(reading)
    }),
    saveReading: on.saveReading.handler(async ({ input: { id, ...reading }, context, errors }) => {
      const saved = await library.saveReading(context.viewer(), id, reading)
      if (saved === 'not-found') throw errors.NOT_FOUND()
      if (saved === 'too-many-marks') throw errors.INVALID_INPUT({ data: { errors: { marks: 'Terlalu banyak tanda di e-book ini' } } })
      return ok(saved)
    }),
    completeSection: on.completeSection.handler(async ({ input, context, errors }) => {
      const progress = await library.completeSection(context.viewer(), { ebookId: input.id, sectionId: input.sectionId })
      if (progress === 'not-found') throw errors.NOT_FOUND()
      if (progress === 'locked') throw errors.LOCKED()
      return ok(progress)
    }),
    listTips: on.listTips.handler(async ({ input }) => {
      const { cards, total } = await library.listTips(input)
      return { ...ok(cards), ...page(input, total) }
    }),
    listTipTags: on.listTipTags.handler(async () => ok(await library.listTipTags())),
    showTip: on.showTip.handler(async ({ input, errors }) => {
      const tip = await library.showTip(input.slug)
      if (!tip) throw errors.NOT_FOUND({ message: 'Tips tidak ditemukan.' })
      return ok(tip)
    }),
    ...adminLibraryRoutes(library, database),
  }
}
