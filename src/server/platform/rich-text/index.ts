export { cleanHtml, mapPictures, type MapPicture } from './clean-html.ts'
export { highlightCode } from './highlight-code.ts'
export { markdownToHtml } from './markdown.ts'
export { readingMinutes } from './reading-time.ts'

/** Clean HTML → Markdown. Its converter is loaded with the first call: few processes need it. */
export const htmlToMarkdown = async (html: string): Promise<string> => (await import('./html-to-markdown.ts')).htmlToMarkdown(html)
