import { ok } from '#contract/kit/endpoint.ts'
import type { Authoring } from '#server/catalog/authoring/authoring.ts'
import { withFields } from '#server/catalog/authoring/rejected-field.ts'
import { endpoints } from '#server/platform/http/index.ts'

export function captionsRoutes(authoring: Authoring) {
  const { captions: on } = endpoints
  return {
    saveCaptions: on.saveCaptions.handler(async ({ input: { id, contentId: lessonId, lang, file }, context, errors }) => {
      const cues = await withFields(authoring.saveCaptions(context.viewer(), { courseId: id, lessonId, lang }, file))
      if (cues === 'not-found') throw errors.NOT_FOUND()
      if (cues === 'not-a-video') throw errors.NOT_A_VIDEO()
      return ok({ lang, cues }, 'Teks video tersimpan.')
    }),

    deleteCaptions: on.deleteCaptions.handler(async ({ input: { id, contentId: lessonId, lang }, context, errors }) => {
      if (!(await authoring.deleteCaptions(context.viewer(), { courseId: id, lessonId, lang }))) throw errors.NOT_FOUND()
      return ok(null, 'Teks video dihapus.')
    }),
  }
}
