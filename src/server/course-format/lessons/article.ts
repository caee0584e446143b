import { contentMessages, isEmptyHtml, maximumArticleLength } from '#contract/content-form.ts'
import { readText } from '#server/course-format/course-files.ts'
import { collectPictures, namePictures } from '#server/course-format/pictures.ts'
import { htmlToMarkdown, markdownToHtml, type MapPicture } from '#server/rich-text/index.ts'
import { fileOf, type LessonKind } from './kind.ts'

/** Null for a text that is nested so deep that the renderer has no room for it. */
function render(markdown: string, map: MapPicture): string | null {
  try {
    return markdownToHtml(markdown, map)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export const article: LessonKind = {
  field: 'article',
  otherFields: [],
  mayBePreview: true,
  matches: ({ type }) => type === 'text',

  async read(lesson) {
    const { files, mistakes } = lesson
    const file = fileOf(lesson, 'article')
    const text = file === null ? null : readText(files, file, mistakes)
    if (file === null || text === null) return null
    const { pictures, map } = collectPictures({ files, file, text, mistakes })
    const html = render(text, map)
    if (html === null) mistakes.report(file, 1, 'Susunannya terlalu dalam')
    else if (html.length > maximumArticleLength) mistakes.report(file, 1, 'Artikel terlalu panjang. Bagi menjadi beberapa materi')
    else if (isEmptyHtml(html)) mistakes.report(file, 1, contentMessages.text)
    return { pictures, files: [file], body: (stored) => ({ type: 'text', html: markdownToHtml(text, namePictures(file, stored)) }) }
  },

  async write({ bodyHtml }, { stem, addText, loadPictures, withPaths }) {
    const html = bodyHtml ?? ''
    await loadPictures(html)
    return { article: addText(`${stem}.md`, htmlToMarkdown(withPaths(html))) }
  },
}
