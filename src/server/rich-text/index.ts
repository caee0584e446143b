export { cleanHtml } from './clean-html.ts'
export { markdownToHtml } from './markdown.ts'
export { readingMinutes } from './reading-time.ts'
