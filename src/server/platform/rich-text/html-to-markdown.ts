import { strikethrough, tables } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'
import { mapPictures } from './clean-html.ts'
import { canonicalBlocks, serialize, type Element } from './html-tree.ts'
import { markdownToHtml } from './markdown.ts'

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
  hr: '---',
})
turndown.use([strikethrough, tables])
// Markdown has no form for these, but their text may be Markdown.
turndown.addRule('inline', {
  filter: ['u', 'sub', 'sup', 'kbd', 'mark'],
  replacement: (content, node) => `<${node.nodeName.toLowerCase()}>${content}</${node.nodeName.toLowerCase()}>`,
})
turndown.addRule('item', { filter: 'li', replacement: (content, node) => itemOf(content, node as unknown as ListItem) })
turndown.addRule('picture', { filter: 'img', replacement: (_, node) => pictureOf(node as unknown as AttributesOf) })
turndown.addRule('autolink', {
  filter: (node) =>
    node.nodeName === 'A' &&
    node.textContent === node.getAttribute('href') &&
    /^https?:\/\/[^\s<>&]+$/.test(node.textContent),
  replacement: (_, node) => `<${node.textContent}>`,
})

type ListItem = {
  nextSibling: object | null
  previousSibling: object | null
  parentNode: (AttributesOf & { nodeName: string }) | null
}

/** Items are converted in order, so that counting takes one step each. */
const numbers = new WeakMap<object, number>()

/** Text of an item, indented as far as its mark. */
function itemOf(content: string, item: ListItem): string {
  const { parentNode: list, previousSibling } = item
  const number = previousSibling ? (numbers.get(previousSibling) ?? 0) + 1 : Number(list?.getAttribute('start') ?? 1)
  numbers.set(item, number)
  const mark = list?.nodeName === 'OL' ? `${number}. ` : '- '
  const text = content.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`)
  return `${mark}${text}${content.endsWith('\n\n') && item.nextSibling ? '\n\n' : '\n'}`
}

type AttributesOf = {
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  outerHTML: string
}

/** With a size of its own, a picture stays HTML. */
function pictureOf(image: AttributesOf): string {
  if (image.hasAttribute('width') || image.hasAttribute('height')) return image.outerHTML
  const source = image.getAttribute('src') ?? ''
  const target = /[\s()<>]/.test(source) ? `<${source}>` : source
  return `![${escapeText(image.getAttribute('alt') ?? '')}](${target})`
}

const escapeMarkdown = turndown.escape.bind(turndown)
/** Also what the renderer would read as HTML, an entity, a link or struck text. */
function escapeText(text: string): string {
  return escapeMarkdown(text)
    .replaceAll(/&(?=#?\w)/g, '&amp;')
    .replaceAll('<', String.raw`\<`)
    .replaceAll('~', String.raw`\~`)
    .replaceAll('://', String.raw`:\//`)
    .replaceAll(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replaceAll('@', String.raw`\@`)
}
turndown.escape = escapeText

const anyPicture = (html: string): string => mapPictures(html, (attributes) => attributes)
const canonicalText = (html: string): string => serialize(canonicalBlocks(anyPicture(html)))
const rendered = (markdown: string): string => canonicalText(markdownToHtml(markdown, (attributes) => attributes))

/** A longer article that Markdown cannot express as a whole stays HTML, because each block is rendered on its own otherwise. */
const maximumBlocks = 2_000

/** Null where rendering the Markdown gives other HTML. */
function toMarkdown(blocks: readonly Element[]): string | null {
  const html = serialize(blocks)
  const markdown = turndown.turndown(html)
  const withoutSpaces = markdown.replaceAll(/^[ \t>]+$/gm, (line) => line.trimEnd())
  return [withoutSpaces, markdown].find((text) => rendered(text) === html) ?? null
}

/** A line each, so that no empty line in code ends the HTML. */
const asHtml = (block: Element): string => serialize([block]).replaceAll('\n', '&#10;')

/** Neighbours can change each other, such as two lists that become one. */
function byBlock(blocks: readonly Element[]): string | null {
  const markdown = blocks.map((block) => toMarkdown([block]) ?? asHtml(block)).join('\n\n')
  return rendered(markdown) === serialize(blocks) ? markdown : null
}

/**
 * Clean HTML → Markdown. A block that Markdown cannot express stays HTML, so that rendering it gives HTML that looks the same, and converting that
 * gives the same Markdown again. Pictures keep the URL that they have.
 */
export function htmlToMarkdown(html: string): string {
  const blocks = canonicalBlocks(anyPicture(html))
  const markdown = toMarkdown(blocks) ?? (blocks.length > maximumBlocks ? null : byBlock(blocks))
  return blocks.length === 0 ? '' : `${markdown ?? blocks.map(asHtml).join('\n\n')}\n`
}
