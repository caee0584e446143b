import { endpoints } from '#server/endpoints.ts'
import { streamDownload } from '#server/platform/http/index.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { Learning } from '#server/learning/learning.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

export function showCaptionsRoutes(learning: Learning) {
  const { captions: on } = endpoints
  return {
    showCaptions: on.showCaptions.handler(async ({ input: { id, contentId: lessonId, lang }, context, errors }) => {
      const { captions } = accept(
        await learning.showCaptions({ courseId: id, lessonId, lang }, await context.findViewer()),
        errors,
        'shown',
      )
      return streamDownload(`${lang}.vtt`, 'text/vtt; charset=utf-8', once(captions))
    }),
  }
}
