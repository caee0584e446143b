import { Marked } from 'marked'
import { cleanHtml, mapPictures, type MapPicture } from './clean-html.ts'

const marked = new Marked({ gfm: true, async: false })

/** Markdown → clean article HTML. Without `mapPicture`, pictures that are not uploads are removed. */
export function markdownToHtml(markdown: string, mapPicture?: MapPicture): string {
  const html = marked.parse(markdown) as string
  return mapPicture ? mapPictures(html, mapPicture) : cleanHtml(html)
}
