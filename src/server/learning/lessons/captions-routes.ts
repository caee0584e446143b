import { endpoints, streamDownload } from '#server/platform/http/index.ts'
import type { Learning } from '#server/learning/learning.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

export function showCaptionsRoutes(learning: Learning) {
  const { captions: on } = endpoints
  return {
    showCaptions: on.showCaptions.handler(async ({ input: { id, contentId: lessonId, lang }, context, errors }) => {
      const found = await learning.showCaptions({ courseId: id, lessonId, lang }, await context.findViewer())
      if (typeof found === 'string') return streamDownload(`${lang}.vtt`, 'text/vtt; charset=utf-8', once(found))
      if (found.outcome === 'not-found') throw errors.NOT_FOUND()
      if (found.outcome === 'signed-out') throw errors.UNAUTHORIZED()
      throw found.outcome === 'closed' ? errors.LESSON_CLOSED() : errors.NOT_ENROLLED()
    }),
  }
}
