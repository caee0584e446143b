import { lessonMessages, isEmptyHtml, maximumArticleLength } from '#contract/catalog/lesson-input.ts'
import { readText } from '#server/moving/course-files.ts'
import { resolvePictures } from '#server/moving/pictures.ts'
import { htmlToMarkdown, readMarkdownInWorker, type CleanHtml } from '#server/platform/rich-text/index.ts'
import { ifTooCostly } from '#server/platform/too-costly.ts'
import type { PictureRef, StoredPictures } from '#server/moving/pictures.ts'
import { fileOf, type LessonToRead, type LessonWriter } from './lesson-kind.ts'

const tooLong = 'Artikel terlalu panjang. Bagi menjadi beberapa materi'
/** Quotes and lists in each other at the start of a line. */
const deepNesting = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*){40}/m
export const tooComplex = 'Susunan teks ini terlalu rumit untuk dibaca. Sederhanakan, lalu coba lagi'
const maximumPictures = 1_000

/** Why a text is not rendered; the renderer would need seconds for some. Null for any other text. */
function rejectMarkdown(markdown: string): string | null {
  if (markdown.length > maximumArticleLength) return tooLong
  if (deepNesting.test(markdown)) return 'Susunannya terlalu dalam'
  return markdown.split('![').length > maximumPictures
    ? `Satu artikel memuat paling banyak ${maximumPictures.toLocaleString('id-ID')} gambar`
    : null
}

/** A text as it was read. `html` is made for the pictures as they are stored. */
type MarkdownFile = {
  pictures: readonly PictureRef[]
  files: readonly string[]
  html: (stored: StoredPictures) => CleanHtml
}

/** Reads the Markdown file that a field names; null, with a mistake reported, for one that cannot be read. */
export async function readMarkdownFile(lesson: LessonToRead, field: string): Promise<MarkdownFile | null> {
  const { files, mistakes } = lesson
  const file = fileOf(lesson, field)
  const text = file === null ? null : readText(files, file, mistakes)
  if (file === null || text === null) return null
  const rejection = rejectMarkdown(text)
  if (rejection) {
    mistakes.report(file, 1, rejection)
    return null
  }
  const read = await readMarkdownInWorker('course-import', text).catch(ifTooCostly(null))
  if (read === null) {
    mistakes.report(file, 1, tooComplex)
    return null
  }
  const { html } = read
  const { pictures, named } = resolvePictures({ files, file, text, mistakes }, read.references)
  if (html.length > maximumArticleLength) mistakes.report(file, 1, tooLong)
  else if (isEmptyHtml(html) && !lesson.isDraft) mistakes.report(file, 1, lessonMessages.text)
  return { pictures, files: [file], html: (stored) => named(html, stored) }
}

/** Writes the text of a lesson as Markdown and returns the path of the file. */
export async function writeMarkdownFile(
  html: string,
  { stem, addText, loadPictures, withPaths }: LessonWriter,
): Promise<string> {
  await loadPictures(html)
  return addText(`${stem}.md`, await htmlToMarkdown('course-export', withPaths(html)))
}
