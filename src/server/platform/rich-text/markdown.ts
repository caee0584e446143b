import { Marked } from 'marked'
import { cleanHtml, mapPictures, type MapPicture } from './clean-html.ts'

const marked = new Marked({ gfm: true, async: false })

/** Markdown → HTML that is not clean. Takes quadratic time for some texts, so those of users are rendered in a worker process. */
export const renderMarkdown = (markdown: string): string => marked.parse(markdown) as string

/** Markdown → clean article HTML. Without `mapPicture`, pictures that are not uploads are removed. */
export function markdownToHtml(markdown: string, mapPicture?: MapPicture): string {
  const html = renderMarkdown(markdown)
  return mapPicture ? mapPictures(html, mapPicture) : cleanHtml(html)
}
