import { Marked } from 'marked'
import { cleanHtml, mapPictures, numberPictures, type CleanHtml, type MapPicture } from './clean-html.ts'

const marked = new Marked({ gfm: true, async: false })

/** Markdown → HTML that is not clean. Takes quadratic time for some texts, so those of users are rendered in a worker process. */
const renderMarkdown = (markdown: string): string => marked.parse(markdown) as string

/** Markdown → clean article HTML. Without `mapPicture`, pictures that are not uploads are removed. */
export function markdownToHtml(markdown: string, mapPicture?: MapPicture): CleanHtml {
  const html = renderMarkdown(markdown)
  return mapPicture ? mapPictures(html, mapPicture) : cleanHtml(html)
}

/** Markdown → clean article HTML whose pictures are numbers of `references`. */
export function markdownWithPictures(markdown: string): { html: CleanHtml; references: string[] } {
  const { references, map } = numberPictures()
  return { html: markdownToHtml(markdown, map), references }
}
