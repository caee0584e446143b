import type { LessonKind } from './lesson-kind.ts'
import { readMarkdownFile, writeMarkdownFile } from './markdown-file.ts'

export const article: LessonKind = {
  field: 'article',
  otherFields: [],
  mayBePreview: true,
  matches: () => true,

  async read(lesson) {
    const text = await readMarkdownFile(lesson, 'article')
    return (
      text && {
        pictures: text.pictures,
        files: text.files,
        body: (stored) => ({ type: 'text', html: text.html(stored) }),
      }
    )
  },

  write: async ({ bodyHtml }, writer) => ({ article: await writeMarkdownFile(bodyHtml ?? '', writer) }),
}
