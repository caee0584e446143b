import { parseInWorker, TextTooCostly } from '#server/platform/worker-pool.ts'
import type { htmlToMarkdown as convert } from './html-to-markdown.ts'
import type { renderMarkdown } from './markdown.ts'

export { cleanHtml, mapPictures, type MapPicture } from './clean-html.ts'
export { highlightCode } from './highlight-code.ts'
export { markdownToHtml } from './markdown.ts'
export { readingMinutes } from './reading-time.ts'

const markdownFile = new URL('markdown.ts', import.meta.url)
const converterFile = new URL('html-to-markdown.ts', import.meta.url)

/** Markdown of a user → HTML that is not clean, in a worker process. Throws TextTooCostly. */
export const renderMarkdownInWorker = (client: string, markdown: string): Promise<string> =>
  parseInWorker<typeof renderMarkdown>(client, markdownFile, 'renderMarkdown', markdown)

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
export const convertToMarkdown = async (html: string): Promise<string> => (await import('./html-to-markdown.ts')).htmlToMarkdown(html)
