export { cleanHtml } from './clean-html.ts'
export { highlightCode } from './highlight-code.ts'
export { markdownToHtml } from './markdown.ts'
export { readingMinutes } from './reading-time.ts'
