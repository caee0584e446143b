import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { codePainter, userMarkdownToHtml, type CleanHtml } from '#server/platform/rich-text/index.ts'

const maximumExcerpt = 200

/** Quotes and lists at the start of a line that are inside each other. */
const nestedMarks = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t>]|$)){11,}/gm
const deepest = 10

/** The parser calls itself for each level: thousands of them on one line would exhaust the stack. */
const withoutDepth = (markdown: string): string =>
  markdown.replaceAll(nestedMarks, (marks) =>
    (marks.match(/[ \t]*(?:>|[-*+]|\d{1,9}[.)])/g) ?? []).slice(0, deepest).join(''),
  )

/**
 * Markdown of a person → clean HTML, whose code gets its colours now and not when it is read. Its links give no site a better place in search
 * engines.
 */
export async function toHtml(
  deps: { database: Database; clock: Clock },
  userId: string,
  markdown: string,
): Promise<CleanHtml> {
  const html = await userMarkdownToHtml({ userId, field: 'text' }, withoutDepth(markdown))
  await codePainter(deps, userId, [html])
  return html.replaceAll('rel="noopener noreferrer nofollow"', 'rel="ugc nofollow noopener noreferrer"') as CleanHtml
}

const anchors = /<a(?: [^>]*)?>|<\/a>/g

/** As it is shown: without pressable links while nobody vouches for a new account. */
export const withLinks = (html: string, { mayLink }: { mayLink: boolean }): string =>
  mayLink ? html : html.replaceAll(anchors, '')

/** A post for those who are told of it: its first words, and all of it for mails. */
export const toldOf = ({ html, body }: { html: string; body: string }) => ({
  excerpt: excerptOf(html),
  post: { html, text: body },
})

/** The first words, without markup. */
export function excerptOf(html: string): string {
  const text = html
    .replaceAll(/<\/?(?:a|code|strong|em|s|u|mark|kbd|sub|sup|span)\b[^<>]*>/g, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.length <= maximumExcerpt
    ? text
    : `${text
        .slice(0, maximumExcerpt - 1)
        .toWellFormed()
        .replaceAll('\uFFFD', '')}…`
}
