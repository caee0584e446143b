import { Marked, Renderer, Tokenizer, type Token, type Tokens, type TokenizerAndRendererExtension } from 'marked'
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
import { codeSigns, typedBackslash, typedTokenizer } from './typed-signs.ts'
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

/** Where a link of a post leads: places that are the same on each page that shows it. */
const postAddress = /^(?:https?:\/\/|mailto:.|\/(?![\\/]))/i

/** Numbers that do not follow each other are what was typed: answers to questions 1, 3 and 7. */
function keepNumbers({ ordered, items }: Tokens.List): void {
  const numbers = ordered ? items.map(({ raw }) => Number(/^\s*(\d+)/.exec(raw)?.[1])) : []
  const isRepeated = numbers.every((number) => number === numbers[0])
  const isCounted = numbers.every((number, index) => number === (numbers[0] ?? 0) + index)
  if (!isRepeated && !isCounted)
    for (const [index, item] of items.entries()) Object.assign(item, { value: numbers[index] })
}
function showNumber(this: Renderer, item: Tokens.ListItem): string {
  const html = Renderer.prototype.listitem.call(this, item)
  return 'value' in item ? html.replace('<li>', `<li value="${String(item.value)}">`) : html
}

/** `&nbsp;` is what was typed, too. Within an element that was typed as HTML it is a sign of HTML. */
const showText = (token: Tokens.Text | Tokens.Escape): string | false =>
  ('tokens' in token && token.tokens) || ('isInElement' in token && token.isInElement === true)
    ? false
    : escapeText(token.type === 'escape' ? token.text : token.raw)

/** A link that shows nothing or leads nowhere is what was typed: `[]()`, and `arr[0](x)` in a post. */
const mayLink = (style: Style, { href }: { href: string }): boolean =>
  href !== '' && (style === 'file' || /^www\./i.test(href) || postAddress.test(href))

function reader(style: Style): Marked {
  const marked = new Marked({ gfm: true, async: false, breaks: style === 'post' })
  marked.use({
    extensions: [formula(style), codeSigns, ...(style === 'post' ? [typedBackslash] : [])],
    tokenizer: {
      /** `>= 5` and Python's `>>> print(1)` are no quotes. */
      blockquote: (source) => (/^ {0,3}>(?:=|>>)/.test(source) ? undefined : false),
      /** Behind a fence stand a language and attributes. */
      fences(source) {
        const token = Tokenizer.prototype.fences.call(this, source)
        return token && /^\S*[()<>;]/.test(token.lang ?? '')
          ? { ...token, text: `${token.lang}\n${token.text}`, lang: '' }
          : token
      },
      ...(style === 'post' ? typedTokenizer : {}),
      link(source) {
        const token = Tokenizer.prototype.link.call(this, source)
        if (token?.type === 'image') return token.href === '' ? undefined : token
        return token && token.text.trim() !== '' && mayLink(style, token) ? token : undefined
      },
      /** Definitions of footnotes are texts. */
      def(source) {
        const token = Tokenizer.prototype.def.call(this, source)
        return token && !token.tag.startsWith('^') && mayLink(style, token) ? token : undefined
      },
      /** Markup that no allowed element begins is text, in which Markdown works. */
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
      ...(style === 'post' ? { text: showText, listitem: showNumber } : {}),
      link(token) {
        if (!safeAddress.test(token.href)) return escapeText(token.raw)
        const { pictures = '' } = token as Pictured
        return Renderer.prototype.link.call(this, token) + pictures
      },
    },
  })
  return marked
}
const readers: Record<Style, Marked> = { file: reader('file'), post: reader('post') }

/** Links to the pictures that stood in a link. */
type Pictured = Tokens.Link & { pictures?: string }

/** A picture of elsewhere is not shown, but linked. */
function linkPicture(token: Token): void {
  if (token.type === 'link') {
    const pictures = token.tokens?.filter((one) => one.type === 'image' && !uploadPath.test(String(one['href']))) ?? []
    // A link has no links in it.
    for (const picture of pictures) {
      const { href, text } = picture as Tokens.Image
      Object.assign(picture, { type: 'text', raw: text || href, text: text || href, tokens: undefined })
      const html = safeAddress.test(href) ? `<a href="${escapeHtml(href)}">${escapeText(href)}</a>` : escapeText(href)
      Object.assign(token, { pictures: `${(token as Pictured).pictures ?? ''} ${html}` })
    }
  }
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

/** The parts of a text that have each other beside them. */
const innerOf = (token: Token): Token[][] =>
  token.type === 'table'
    ? [(token as Tokens.Table).header, ...(token as Tokens.Table).rows].flat().map(({ tokens }) => tokens)
    : 'tokens' in token && token.tokens
      ? [token.tokens]
      : []
/** In a file, a break that has a line of its own is one. */
const ownLine = (style: Style): { before?: string } => (style === 'file' ? { before: '/>' } : {})

const block =
  '</?(?:p|div|d[ldt]|h[1-6]|[uo]l|li|table|thead|tbody|tr|t[dh]|blockquote|pre|figure|figcaption|hr|br)\\b[^<>]*>'
const endsWithBlock = new RegExp(`${block}\\s*$`, 'i')
const startsWithBlock = new RegExp(`^\\s*${block}`, 'i')

/** The lines of HTML that a person typed break where no element does it. */
export function breakLines(html: string): string {
  let isCode = false
  const lines = html.split('\n')
  return lines
    .map((line, index) => {
      const next = lines[index + 1]
      const small = line.toLowerCase()
      if (small.includes('pre'))
        isCode = isCode ? !small.includes('</pre') : small.lastIndexOf('<pre') > small.lastIndexOf('</pre')
      if (next === undefined) return line
      const isBroken =
        isCode || line.trim() === '' || next.trim() === '' || endsWithBlock.test(line) || startsWithBlock.test(next)
      return `${line}${isBroken ? '\n' : '<br>'}`
    })
    .join('')
}

const labelOf = (raw: string): string =>
  (/\[((?:[^[\]\\]|\\.)+)\](?:\[\])?$/.exec(raw)?.[1] ?? '').toLowerCase().replaceAll(/\s+/g, ' ')

/** Markdown → HTML that is not clean. Takes quadratic time for some texts, so those of users are rendered in a worker process. */
function renderMarkdown(markdown: string, style: Style, hasPicture?: (src: string) => boolean): string {
  const marked = readers[style]
  const tokens = marked.lexer(markdown)
  const typed: Extract<Token, { type: 'html' }>[] = []
  const used = new Set<string>()
  const around = new Map<Token, { before: string; after: string }>()
  marked.walkTokens(tokens, (token) => {
    for (const inner of innerOf(token))
      for (const [at, one] of inner.entries())
        if (one.type === 'html')
          around.set(one, { before: inner[at - 1]?.raw.slice(-3) ?? '', after: inner[at + 1]?.raw.slice(0, 3) ?? '' })
    if (token.type === 'html') {
      if (style === 'file') token.text = token.text.replaceAll(/<!--[^]*?-->/g, '')
      typed.push(token as (typeof typed)[number])
    } else if (token.type === 'text' && 'escaped' in token) {
      Object.assign(token, { isInElement: token.escaped, escaped: false })
    } else if (token.type === 'link' || token.type === 'image') {
      used.add(labelOf(token.raw))
      if (/^www\./i.test(String(token['href']))) token['href'] = `https://${token['href']}`
    } else if (token.type === 'list' && style === 'post') keepNumbers(token as Tokens.List)
  })
  const shown = showTypedTags(
    typed.map((token) => ({ text: token.text, ...(around.get(token) ?? ownLine(style)) })),
    { hasPicture, ...(style === 'post' ? { isLink: (address) => postAddress.test(address) } : {}) },
  )
  for (const [index, token] of typed.entries()) {
    const withTags = shown[index] ?? ''
    const isText = !withTags.includes('<')
    const text =
      style === 'file' ? withTags : isText ? escapeText(token.text).replaceAll('\n', '<br>') : breakLines(withTags)
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
