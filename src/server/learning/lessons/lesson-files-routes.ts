import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { Learning } from '#server/learning/learning.ts'

export function showLessonFilesRoutes(learning: Learning) {
  const { lessonFiles: on } = endpoints
  return {
    listLessonFiles: on.listLessonFiles.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const { files } = accept(
        await learning.listLessonFiles({ courseId: id, lessonId }, await context.findViewer()),
        errors,
        'listed',
      )
      return ok(files)
    }),

    downloadLessonFile: on.downloadLessonFile.handler(
      async ({ input: { id, contentId: lessonId, fileId }, context, errors }) => {
        const { file } = accept(
          await learning.downloadLessonFile({ courseId: id, lessonId, fileId }, await context.findViewer()),
          errors,
          'read',
        )
        return file
      },
    ),
  }
}
