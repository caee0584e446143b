import { ok } from '#contract/endpoint.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { withFields } from '#server/catalog/authoring/rejected-field.ts'
import { endpoints } from '#server/http/index.ts'
import { deleteCaptions, saveCaptions } from './captions.ts'

export function captionsRoutes(deps: AuthoringDeps) {
  const { captions: on } = endpoints
  return {
    saveCaptions: on.saveCaptions.handler(async ({ input: { id, contentId, lang, file }, context, errors }) => {
      const cues = await withFields(saveCaptions(deps, context.viewer(), { courseId: id, contentId, lang }, file))
      if (cues === 'not-found') throw errors.NOT_FOUND()
      if (cues === 'not-a-video') throw errors.NOT_A_VIDEO()
      return ok({ lang, cues }, 'Teks video tersimpan.')
    }),

    deleteCaptions: on.deleteCaptions.handler(async ({ input: { id, contentId, lang }, context, errors }) => {
      if (!(await deleteCaptions(deps, context.viewer(), { courseId: id, contentId, lang }))) throw errors.NOT_FOUND()
      return ok(null, 'Teks video dihapus.')
    }),
  }
}
