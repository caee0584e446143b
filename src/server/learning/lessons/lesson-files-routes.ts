import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Learning } from '#server/learning/learning.ts'
import type { LessonOutcome } from './show-lesson.ts'

type NotOpen = Exclude<LessonOutcome, { outcome: 'open' }>
type Errors = Record<'NOT_FOUND' | 'UNAUTHORIZED' | 'LESSON_CLOSED' | 'NOT_ENROLLED', () => Error>

function failureOf({ outcome }: NotOpen, errors: Errors): Error {
  if (outcome === 'not-found') return errors.NOT_FOUND()
  if (outcome === 'signed-out') return errors.UNAUTHORIZED()
  return outcome === 'closed' ? errors.LESSON_CLOSED() : errors.NOT_ENROLLED()
}

export function showLessonFilesRoutes(learning: Learning) {
  const { lessonFiles: on } = endpoints
  return {
    listLessonFiles: on.listLessonFiles.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const found = await learning.listLessonFiles({ courseId: id, lessonId }, await context.findViewer())
      if (found.outcome !== 'open') throw failureOf(found, errors)
      return ok(found.files)
    }),

    downloadLessonFile: on.downloadLessonFile.handler(async ({ input: { id, contentId: lessonId, fileId }, context, errors }) => {
      const found = await learning.downloadLessonFile({ courseId: id, lessonId, fileId }, await context.findViewer())
      if (found.outcome !== 'open') throw failureOf(found, errors)
      return found.file
    }),
  }
}
