import { Marked } from 'marked'

const marked = new Marked({ gfm: true, async: false })

export const htmlOfMarkdown = (text: string): string => marked.parse(text) as string

/** Does this text have marks that only Markdown has? One line that begins with a dash is no list. */
export function looksLikeMarkdown(text: string): boolean {
  if (
    /^#{1,6} \S/m.test(text) ||
    /^\s*(```|~~~)/m.test(text) ||
    /\*\*\S[^*]*\*\*/.test(text) ||
    /\[[^\]\n]+\]\(https?:\/\/[^)\s]+\)/.test(text)
  )
    return true
  return (text.match(/^\s*([-*+]|\d+[.)]) \S/gm) ?? []).length > 1
}

/** The code with which other sites let themselves be embedded. */
export const isEmbedCode = (text: string): boolean => /^\s*<(?:div\b[^>]*>\s*<)?iframe\b[^>]*\ssrc=/i.test(text)

/** The address of something that other editors would embed. */
export const isEmbeddable = (text: string): boolean =>
  /^\s*https:\/\/(?:[\w-]+\.)*(?:youtube\.com|youtu\.be|vimeo\.com|canva\.com|docs\.google\.com|figma\.com|loom\.com)\/\S+\s*$/i.test(
    text,
  )

/** HTML of the clipboard that is nothing but pictures: the text next to a picture file is then no reason to ignore the file. */
export const hasNoText = (html: string): boolean =>
  html
    .replaceAll(/<(style|xml|script|title)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]+>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .trim() === ''
