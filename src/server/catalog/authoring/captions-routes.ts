import { ok } from '#contract/kit/endpoint.ts'
import type { Authoring } from './authoring.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { serve } from '#server/serve.ts'

export function captionsRoutes(authoring: Authoring) {
  const { captions: on } = endpoints
  return {
    saveCaptions: on.saveCaptions.handler(
      async ({ input: { id, contentId: lessonId, lang, file }, context, errors }) => {
        const { cues } = accept(
          await authoring.saveCaptions(context.viewer(), { courseId: id, lessonId, lang, file }),
          errors,
          'saved',
        )
        return ok({ lang, cues }, 'Teks video tersimpan.')
      },
    ),

    deleteCaptions: serve(
      on.deleteCaptions,
      async (viewer, { id, contentId: lessonId, lang }) =>
        authoring.deleteCaptions(viewer, { courseId: id, lessonId, lang }),
      'deleted',
    ),
  }
}
