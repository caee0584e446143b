import { lessonMessages } from '#contract/catalog/lesson-input.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { courseFile } from './mistakes.ts'
import { readCaptions, writeCaptions } from './captions.ts'
import type { LessonKind } from './lesson-kind.ts'

/** A video at YouTube. */
export const youtube: LessonKind = {
  field: 'youtube',
  otherFields: ['captions'],
  mayBePreview: true,
  matches: ({ youtubeId }) => youtubeId !== null,

  async read(lesson) {
    const { fields, lineOf, mistakes } = lesson
    const { files, captions } = await readCaptions(lesson)
    const youtubeId = youtubeIdOf(String(fields.youtube))
    if (youtubeId === null) {
      mistakes.report(courseFile, lineOf('youtube'), lessonMessages.youtubeWrong)
      return null
    }
    return {
      pictures: [],
      files,
      body: () => ({ type: 'video', youtubeId }),
      store: (tx, { catalog }, { lessonId }) => catalog.addCaptions(tx, { lessonId, captions }),
    }
  },

  write: async ({ id, youtubeId }, writer, { catalog }) => ({
    youtube: `https://www.youtube.com/watch?v=${youtubeId}`,
    ...(await writeCaptions(catalog, id, writer)),
  }),
}
