import { ok } from '#contract/kit/endpoint.ts'
import type { Authoring } from '#server/catalog/authoring/authoring.ts'
import { withFields } from '#server/catalog/authoring/rejected-field.ts'
import { endpoints } from '#server/platform/http/index.ts'

export function lessonFilesRoutes(authoring: Authoring) {
  const { lessonFiles: on } = endpoints
  return {
    addLessonFile: on.addLessonFile.handler(async ({ input: { id, contentId: lessonId, file }, context, errors }) => {
      const added = await withFields(authoring.addLessonFile(context.viewer(), { courseId: id, lessonId }, file))
      if (added === 'not-found') throw errors.NOT_FOUND()
      if (added === 'no-space') throw errors.NO_SPACE()
      return ok(added, 'Berkas ditambahkan.')
    }),

    deleteLessonFile: on.deleteLessonFile.handler(async ({ input: { id, contentId: lessonId, fileId }, context, errors }) => {
      if (!(await authoring.deleteLessonFile(context.viewer(), { courseId: id, lessonId, fileId }))) throw errors.NOT_FOUND()
      return ok(null, 'Berkas dihapus.')
    }),
  }
}
