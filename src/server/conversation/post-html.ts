import { and, eq, lt } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { codePainter } from '#server/platform/code-colours/index.ts'
import { userMarkdownToHtml, type CleanHtml } from '#server/platform/rich-text/index.ts'
import { ifTooCostly } from '#server/platform/too-costly.ts'
import type { ConversationDeps } from './deps.ts'
import { announcements, answers, questions } from './tables.ts'

/** Raised with each change of what is made of a text: posts of smaller numbers are rendered again. */
export const renderer = 3

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

const perRun = 100
/** Takes its turn for the workers behind what people wait for. */
const client = 'render-again'

/** Makes the HTML of posts that an older renderer made, some in each run, so that they are shown as they were typed. Returns how many it looked at. */
export async function renderAgain({ database, clock }: Pick<ConversationDeps, 'database' | 'clock'>): Promise<number> {
  let count = 0
  for (const table of [questions, answers, announcements]) {
    const old = await database.query
      .select({ id: table.id, body: table.body })
      .from(table)
      .where(lt(table.renderer, renderer))
      .orderBy(table.renderer)
      .limit(perRun)
    for (const { id, body } of old) {
      // A text that takes too long keeps the HTML that it has.
      const html = await toHtml({ database, clock }, client, body).catch(ifTooCostly(null))
      await database.query
        .update(table)
        .set({ renderer, ...(html === null ? {} : { html }) })
        // Its author may have changed it meanwhile.
        .where(and(eq(table.id, id), eq(table.body, body)))
    }
    count += old.length
  }
  return count
}
