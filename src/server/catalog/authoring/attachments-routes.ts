import { ok } from '#contract/kit/endpoint.ts'
import type { Authoring } from './authoring.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { serve } from '#server/serve.ts'

export function lessonFilesRoutes(authoring: Authoring) {
  const { lessonFiles: on } = endpoints
  return {
    addLessonFile: on.addLessonFile.handler(async ({ input: { id, contentId: lessonId, file }, context, errors }) => {
      const added = accept(
        await authoring.addLessonFile(context.viewer(), { key: { courseId: id, lessonId }, file }),
        errors,
        'added',
      )
      return ok(added.file, 'Berkas ditambahkan.')
    }),

    deleteLessonFile: serve(
      on.deleteLessonFile,
      async (viewer, { id, contentId: lessonId, fileId }) =>
        authoring.deleteLessonFile(viewer, { courseId: id, lessonId, fileId }),
      'deleted',
    ),
  }
}
