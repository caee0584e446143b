import { contentMessages, isEmptyHtml, maximumArticleLength } from '#contract/content-form.ts'
import { readText } from '#server/course-format/course-files.ts'
import { collectPictures, namePictures } from '#server/course-format/pictures.ts'
import { htmlToMarkdown, markdownToHtml } from '#server/rich-text/index.ts'
import { fileOf, type LessonKind } from './kind.ts'

const tooLong = 'Artikel terlalu panjang. Bagi menjadi beberapa materi'
/** Quotes and lists in each other at the start of a line. */
const deepNesting = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*){40}/m
const mostPictures = 1_000

/** Why a text is not rendered; the renderer would need seconds for some. Null for any other text. */
function rejectMarkdown(markdown: string): string | null {
  if (markdown.length > maximumArticleLength) return tooLong
  if (deepNesting.test(markdown)) return 'Susunannya terlalu dalam'
  return markdown.split('![').length > mostPictures ? `Satu artikel memuat paling banyak ${mostPictures.toLocaleString('id-ID')} gambar` : null
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
    const rejection = rejectMarkdown(text)
    if (rejection) {
      mistakes.report(file, 1, rejection)
      return null
    }
    const { pictures, map } = collectPictures({ files, file, text, mistakes })
    const html = markdownToHtml(text, map)
    if (html.length > maximumArticleLength) mistakes.report(file, 1, tooLong)
    else if (isEmptyHtml(html)) mistakes.report(file, 1, contentMessages.text)
    return { pictures, files: [file], body: (stored) => ({ type: 'text', html: markdownToHtml(text, namePictures(file, stored)) }) }
  },

  async write({ bodyHtml }, { stem, addText, loadPictures, withPaths }) {
    const html = bodyHtml ?? ''
    await loadPictures(html)
    return { article: addText(`${stem}.md`, htmlToMarkdown(withPaths(html))) }
  },
}
