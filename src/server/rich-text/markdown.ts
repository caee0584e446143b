import { Marked } from 'marked'
import { cleanHtml } from './clean-html.ts'

const marked = new Marked({ gfm: true, async: false })

/** Markdown → clean article HTML. */
export function markdownToHtml(markdown: string): string {
  return cleanHtml(marked.parse(markdown) as string)
}
