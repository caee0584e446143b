import sanitizeHtml from 'sanitize-html'
import { uploadPath } from '#contract/kit/media/images.ts'
import { replaceImages } from './emptied-links.ts'
import { keepMeaning } from './foreign/kept-meaning.ts'

const styles: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
}
/** Letters that count the items of a list, to which texts refer: "jawaban b". */
function letters(type = '', style = ''): { type?: string } {
  const [, named = ''] = /list-style(?:-type)?\s*:\s*([a-z-]{1,20})/i.exec(style) ?? []
  const kind = styles[named.toLowerCase()] ?? type
  return /^[aAiI]$/.test(kind) ? { type: kind } : {}
}

/** It stays until all is clean, because a link that it empties needs its name. */
const lostPicture = ({ alt = '' }: sanitizeHtml.Attributes): sanitizeHtml.Attributes => ({ alt })

// Elements allowed in articles. No style, id, frame, form, SVG or script; images only from uploads.
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'p',
    'br',
    'hr',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'strong',
    'em',
    'u',
    's',
    'sub',
    'sup',
    'kbd',
    'mark',
    'a',
    'img',
    'figure',
    'figcaption',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start', 'type'],
    li: ['value'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // Closing thousands of nested elements takes quadratic time. Deeper elements are removed, their text stays.
  nestingLimit: 40,
  transformTags: {
    // The page already has an h1.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    // Markdown writes it as ~~text~~.
    del: 's',
    strike: 's',
    ins: 'u',
    ol: (tagName, { type, style, ...attribs }) => ({ tagName, attribs: { ...attribs, ...letters(type, style) } }),
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow' } }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: { ...(uploadPath.test(attribs['src'] ?? '') ? attribs : lostPicture(attribs)), loading: 'lazy' },
    }),
  },
}

const tags = new Set([...(allowed.allowedTags || []), ...Object.keys(allowed.transformTags ?? {})])
/** True for an element that stays, if under another name. */
export const isAllowedTag = (name: string): boolean => tags.has(name.toLowerCase())

/** Where a link of a text may lead: pages, mailboxes, places of this site. */
export const safeAddress = /^(?:(?:https?|mailto):|(?!\/\/|[\\/]\\)[^:]*(?:[/?#]|$))/i

declare const isClean: unique symbol
/** HTML that is safe to show to anyone. Only what this file makes is; columns of HTML have this type, so that nothing else can be stored. */
export type CleanHtml = string & { readonly [isClean]: true }

type PictureAttributes = Readonly<Record<string, string>>
/** Returns the attributes that a picture gets instead, or null to remove it. */
export type MapPicture = (attributes: PictureAttributes) => PictureAttributes | null

/** The parser takes quadratic time for elements inside each other, so that none is deeper when it gets them. No text of people comes near. */
const maximumDepth = 500
const startOrEnd = /<(\/?)([a-z][a-z\d]*)(?![a-z\d])[^<>]*>/gi
const withoutContent = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i

/** Without the starts of elements that would be too deep. Elements that are not ended count, and what this leaves is cleaned. */
function withoutDepth(html: string): string {
  let depth = 0
  const open = new Map<string, number>()
  return html.replaceAll(startOrEnd, (tag, end: string, typed: string) => {
    if (withoutContent.test(typed)) return tag
    const name = typed.toLowerCase()
    const opened = open.get(name) ?? 0
    if (end) {
      // One that ends nothing makes room for nothing.
      if (opened > 0) {
        depth--
        open.set(name, opened - 1)
      }
      return tag
    }
    if (depth >= maximumDepth) return ''
    depth++
    open.set(name, opened + 1)
    return tag
  })
}

const cleanWith = (html: string, options: sanitizeHtml.IOptions): CleanHtml =>
  replaceImages(sanitizeHtml(keepMeaning(withoutDepth(html)), options), (attributes) =>
    attributes['src'] ? attributes : null,
  ).trim() as CleanHtml

/** Untrusted HTML → clean HTML. Long texts of users are cleaned in a worker process: cleanUserHtml(). */
export function cleanHtml(html: string): CleanHtml {
  return cleanWith(html, allowed)
}

/** The same, with other pictures. What `mapPicture` returns is not restricted to uploads: the result is safe to store only where it is. */
export function mapPictures(html: string, mapPicture: MapPicture): CleanHtml {
  const img: sanitizeHtml.Transformer = (tagName, attribs) => ({
    tagName,
    attribs: { ...(mapPicture(attribs) ?? lostPicture(attribs)), loading: 'lazy' },
  })
  return cleanWith(html, { ...allowed, transformTags: { ...allowed.transformTags, img } })
}

const numbered = (number: number): string => `/uploads/00000000-0000-7000-8000-${String(number).padStart(12, '0')}.webp`
const numberOf = /^\/uploads\/00000000-0000-7000-8000-(\d{12})\.webp$/

/** Clean HTML whose pictures are numbers of `references`, in the order of their first use; `placePictures` gives them their addresses. */
export type NumberedPictures = { references: string[]; map: MapPicture }

export function numberPictures(): NumberedPictures {
  const numbers = new Map<string, number>()
  const references: string[] = []
  return {
    references,
    map: ({ src = '', ...others }) => {
      const number = numbers.get(src) ?? references.push(src) - 1
      numbers.set(src, number)
      return { src: numbered(number), ...others }
    },
  }
}

/** Clean HTML with other pictures, without cleaning it again: its tags and attributes are written in one way. Attributes stay escaped. */
export const replacePictures = (html: CleanHtml, replace: MapPicture): CleanHtml =>
  replaceImages(html, replace) as CleanHtml

type Placed = { /** Its file name. */ name: string; width: number; height: number }

/** Without a size of its own, a picture gets the stored one; one that is not there is removed. */
export const placePictures = (html: CleanHtml, find: (number: number) => Placed | undefined): CleanHtml =>
  replacePictures(html, ({ src = '', ...others }) => {
    const picture = find(Number(numberOf.exec(src)?.[1] ?? -1))
    if (!picture) return null
    const size = others.width || others.height ? {} : { width: String(picture.width), height: String(picture.height) }
    return { src: `/uploads/${picture.name}`, ...others, ...size }
  })
