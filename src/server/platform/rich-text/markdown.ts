import { Marked, Tokenizer, type Token, type TokenizerAndRendererExtension } from 'marked'
import { escapeHtml, escapeText } from '#contract/kit/text/html-text.ts'
import { uploadPath } from '#contract/kit/media/images.ts'
import {
  cleanHtml,
  isAllowedTag,
  mapPictures,
  numberPictures,
  safeAddress,
  type CleanHtml,
  type MapPicture,
} from './clean-html.ts'
import { isPictureName, showTypedTags } from './typed-tags.ts'

/** How a text is written: a file has soft line breaks, comments and pictures of its own; a post is what a person typed. */
type Style = 'file' | 'post'

/** A formula keeps what Markdown would read as its own. In files `\[` is how a bracket is written. */
const formulas: Record<Style, RegExp> = {
  file: /^\\\([^\n]{1,1000}?\\\)/,
  post: /^(?:\\\([^\n]{1,1000}?\\\)|\\\[[^]{1,1000}?\\\]|\$\$[^]{1,1000}?\$\$)/,
}
const formula = (style: Style): TokenizerAndRendererExtension => ({
  name: 'formula',
  level: 'inline',
  start: (text) => /\\[([]|\$\$/.exec(text)?.index,
  tokenizer(text) {
    const [raw] = formulas[style].exec(text) ?? []
    return raw === undefined ? undefined : { type: 'formula', raw }
  },
  renderer: ({ raw }) => escapeText(raw).replaceAll('\n', '<br>'),
})

const isComment = (html: string): boolean => /^ {0,3}<!--/.test(html)
const cellsOf = (row: string): number =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/).length

function reader(style: Style): Marked {
  const marked = new Marked({ gfm: true, async: false, breaks: style === 'post' })
  marked.use({
    extensions: [formula(style)],
    tokenizer: {
      /** What no allowed element begins is text, in which Markdown works. */
      html(source) {
        const token = Tokenizer.prototype.html.call(this, source)
        const [, name] = /^ {0,3}<\/?([a-z][a-z\d]*)/i.exec(source) ?? []
        const isBlock = (name !== undefined && isAllowedTag(name)) || (style === 'file' && isComment(source))
        return isBlock ? token : undefined
      },
      /** A row with more cells than the head would lose them. */
      table(source) {
        const token = Tokenizer.prototype.table.call(this, source)
        const [, , ...rows] = token?.raw.trim().split('\n') ?? []
        return rows.every((row) => cellsOf(row) <= (token?.header.length ?? 0)) ? token : undefined
      },
    },
    renderer: {
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
      link: ({ href, raw }) => (safeAddress.test(href) ? false : escapeText(raw)),
    },
  })
  return marked
}
const readers: Record<Style, Marked> = { file: reader('file'), post: reader('post') }

/** A picture of elsewhere is not shown, but linked. */
function linkPicture(token: Token): void {
  if (token.type !== 'image' || uploadPath.test(String(token['href']))) return
  const [href, alt] = [String(token['href']), String(token['text'])]
  const isWeb = /^https?:/i.test(href)
  const html = isWeb ? `<a href="${escapeHtml(href)}">${escapeText(alt || href)}</a>` : escapeText(token.raw)
  Object.assign(token, { type: 'html', block: false, text: html })
}

/** Definitions of links that no text refers to. */
function showUnused(tokens: readonly Token[], used: ReadonlySet<string>): void {
  for (const token of tokens)
    if (token.type === 'def' && !used.has(String(token['tag'])))
      Object.assign(token, { type: 'html', block: true, text: `<p>${escapeText(token.raw.trim())}</p>` })
}
const labelOf = (raw: string): string =>
  (/\[((?:[^[\]\\]|\\.)+)\](?:\[\])?$/.exec(raw)?.[1] ?? '').toLowerCase().replaceAll(/\s+/g, ' ')

/** Markdown → HTML that is not clean. Takes quadratic time for some texts, so those of users are rendered in a worker process. */
function renderMarkdown(markdown: string, style: Style, hasPicture?: (src: string) => boolean): string {
  const marked = readers[style]
  const tokens = marked.lexer(markdown)
  const typed: Extract<Token, { type: 'html' }>[] = []
  const used = new Set<string>()
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'html') {
      if (style === 'file') token.text = token.text.replaceAll(/<!--[^]*?-->/g, '')
      typed.push(token as (typeof typed)[number])
    } else if (token.type === 'text' && 'escaped' in token) token.escaped = false
    else if (token.type === 'link' || token.type === 'image') used.add(labelOf(token.raw))
    else if (token.type === 'code' && style === 'post' && /\s/.test(token.lang ?? ''))
      // Words behind the fence belong to what was typed.
      Object.assign(token, { text: `${token.lang}\n${token.text}`, lang: '' })
  })
  const shown = showTypedTags(
    typed.map(({ text }) => text),
    hasPicture,
  )
  for (const [index, token] of typed.entries()) {
    const text = shown[index] ?? ''
    token.text = text.includes('<') || !token.block ? text : `<p>${text.trim().replaceAll('\n', '<br>')}</p>`
  }
  if (!hasPicture) marked.walkTokens(tokens, linkPicture)
  showUnused(tokens, used)
  return marked.parser(tokens)
}

/** Markdown of a file → clean article HTML. Without `mapPicture`, pictures that are not uploads become links. */
export function markdownToHtml(markdown: string, mapPicture?: MapPicture): CleanHtml {
  return mapPicture
    ? mapPictures(renderMarkdown(markdown, 'file', isPictureName), mapPicture)
    : cleanHtml(renderMarkdown(markdown, 'file'))
}

/** Markdown that a person typed → clean HTML. Line breaks stay, and so does all that is no markup. */
export const postToHtml = (markdown: string): CleanHtml => cleanHtml(renderMarkdown(markdown, 'post'))

/** Markdown → clean article HTML whose pictures are numbers of `references`. */
export function markdownWithPictures(markdown: string): { html: CleanHtml; references: string[] } {
  const { references, map } = numberPictures()
  return { html: markdownToHtml(markdown, map), references }
}
