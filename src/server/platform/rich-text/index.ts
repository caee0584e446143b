import { inField, TextTooCostly } from '#server/platform/too-costly.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import { cleanHtml, type CleanHtml } from './clean-html.ts'
import type { htmlToMarkdown as convert } from './html-to-markdown.ts'
import { postToHtml, type markdownWithPictures } from './markdown.ts'

export { cleanHtml, mapPictures, numberPictures, placePictures, replacePictures, type CleanHtml } from './clean-html.ts'
export { linkEmbeds, nameOf, pictureInAddress, pictureNamed, withoutDeadLinks } from './embeds.ts'
export { breakLines, markdownToHtml } from './markdown.ts'
export { readingMinutes } from './reading-time.ts'
export { typedHtml, writtenHtml } from './typed-tags.ts'
export { withTypedTags } from './foreign/unknown-tags.ts'

const markdownFile = new URL('markdown.ts', import.meta.url)
const cleanerFile = new URL('clean-html.ts', import.meta.url)
const converterFile = new URL('html-to-markdown.ts', import.meta.url)

/** Shorter texts are read in this process: whatever they contain, they take some milliseconds (hostile-html.thorough.test.ts). */
const shortMarkdown = 500
const shortHtml = 4_000

/** Markdown that a user typed → clean HTML, if it is long in a worker process. Throws TextTooCostly with the field. */
export const userMarkdownToHtml = async (
  { userId, field }: { userId: string; field: string },
  markdown: string,
): Promise<CleanHtml> =>
  markdown.length <= shortMarkdown
    ? postToHtml(markdown)
    : inField(field, parseInWorker<typeof postToHtml>(userId, markdownFile, 'postToHtml', markdown))

/** HTML of a user → clean HTML, if it is long in a worker process. Throws TextTooCostly with the field. */
export const cleanUserHtml = async (
  { userId, field }: { userId: string; field: string },
  html: string,
): Promise<CleanHtml> =>
  html.length <= shortHtml
    ? cleanHtml(html)
    : inField(field, parseInWorker<typeof cleanHtml>(userId, cleanerFile, 'cleanHtml', html))

/** Markdown of a user → clean HTML whose pictures are numbers of `references`, in a worker process. Throws TextTooCostly. */
export const readMarkdownInWorker = (
  client: string,
  markdown: string,
): Promise<{ html: CleanHtml; references: string[] }> =>
  parseInWorker<typeof markdownWithPictures>(client, markdownFile, 'markdownWithPictures', markdown)

/** Clean HTML → Markdown, in a worker process. HTML that would take too long stays HTML, which is Markdown, too. */
export async function htmlToMarkdown(client: string, html: string): Promise<string> {
  try {
    return await parseInWorker<typeof convert>(client, converterFile, 'htmlToMarkdown', html)
  } catch (error) {
    if (!(error instanceof TextTooCostly)) throw error
    // No empty line ends the HTML.
    return `${html.replaceAll('\n', '&#10;')}\n`
  }
}

/** The same, for code that runs in a worker process itself. The library is loaded by its first use. */
export const convertToMarkdown = async (html: string): Promise<string> =>
  (await import('./html-to-markdown.ts')).htmlToMarkdown(html)
