import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { joinOnlineLists, makeWordLists, nestLists, pastedStyle, takeCode } from './pasted-lists.ts'

type Pasted = {
  /** A picture of another site or a local file, which cannot be read, was left out. */
  onForeignImage: () => void
  /** Pictures that the HTML contained itself. */
  onPictures: (pictures: File[]) => void
  /** Something of another site that was embedded became a link. */
  onEmbed: () => void
}

/**
 * Converts HTML from Word and Google Docs to HTML that the editor parses correctly: no comments, namespaces or hidden parts, real lists,
 * bold only where the text is bold, links for what is embedded. The editor itself drops unknown elements.
 */
export function cleanPastedHtml(html: string, { onForeignImage, onPictures, onEmbed }: Pasted): string {
  // Renames `style` attributes: they are only read, and the content security policy would report each of them.
  const inert = html.replaceAll(/<style[\s\S]*?<\/style>/gi, '').replaceAll(/(<[^>]*?)\sstyle\s*=/gi, '$1 data-style=')
  const page = new DOMParser().parseFromString(inert, 'text/html')
  const { body } = page
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml, br.Apple-interchange-newline'))
    element.remove()
  takePictures(body, { onForeignImage, onPictures })
  if (linkEmbeds(page) > 0) onEmbed()
  // Google Docs wraps everything in one <b> that is not bold. Word writes real bold text with `mso-bidi-font-weight:normal`.
  for (const bold of body.querySelectorAll('b, strong'))
    if (bold.id.startsWith('docs-internal-guid') || isNormalWeight(bold)) unwrap(bold)
  takeCode(body)
  for (const button of body.querySelectorAll('button')) button.remove()
  makeWordLists(body)
  joinOnlineLists(body)
  nestLists(body)
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    if (/mso-list:\s*ignore/i.test(element.getAttribute('data-style') ?? '')) element.remove()
    else if (element.tagName.includes(':')) unwrap(element)
  }
  for (const span of body.querySelectorAll<HTMLElement>('span')) replaceSpan(page, span)
  removeComments(body)
  // The title of the article is the only h1.
  for (const heading of body.querySelectorAll('h1')) {
    const lower = page.createElement('h2')
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
  for (const element of body.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (/^(data-style|class|lang|dir|id|align|width|height)$|:/.test(name)) cleanAttribute(element, name)
  return body.innerHTML
}

const isNormalWeight = (element: Element): boolean => /^(normal|400)$/.test(pastedStyle(element, 'font-weight') ?? '')

/** Puts links in the place of frames of other sites, which the content security policy keeps out of articles. Returns how many. */
function linkEmbeds(page: Document): number {
  let count = 0
  for (const frame of page.body.querySelectorAll('iframe, embed')) {
    const address = pageAddress(frame.getAttribute('src') ?? '')
    if (address === null) continue
    const link = page.createElement('a')
    link.href = address
    link.textContent = frame.getAttribute('title')?.trim() || address
    frame.replaceWith(link)
    count++
  }
  return count
}

/** The address that people open, of one that is made for a frame; null for none. */
function pageAddress(embedded: string): string | null {
  const address = embedded.trim().replace(/^\/\//, 'https://')
  if (!/^https?:\/\//i.test(address)) return null
  const video = youtubeIdOf(address)
  return video ? `https://www.youtube.com/watch?v=${video}` : address
}

function takePictures(
  body: HTMLElement,
  { onForeignImage, onPictures }: Pick<Pasted, 'onForeignImage' | 'onPictures'>,
) {
  const images = [...body.querySelectorAll('img')].filter(
    (image) => !image.getAttribute('src')?.startsWith('/uploads/'),
  )
  const pictures = images.flatMap((image) => embeddedPicture(image) ?? [])
  for (const image of images) image.remove()
  if (pictures.length > 0) onPictures(pictures)
  if (pictures.length < images.length) onForeignImage()
}

/** The file in a `data:` URL. */
function embeddedPicture(image: HTMLImageElement): File | null {
  const found = /^data:(image\/\w+);base64,([\w+/=\s]+)$/.exec(image.getAttribute('src') ?? '')
  if (!found?.[1] || !found[2]) return null
  const bytes = Uint8Array.from(atob(found[2]), (character) => character.charCodeAt(0))
  return new File([bytes], `${image.alt || 'gambar'}.${found[1].slice('image/'.length)}`, { type: found[1] })
}

function unwrap(element: Element) {
  element.replaceWith(...element.childNodes)
}

/** Removes the attribute, except the class that names the language of a code block. */
function cleanAttribute(element: Element, name: string) {
  if (name === 'class' && element.tagName === 'CODE' && /\blanguage-/.test(element.className)) return
  element.removeAttribute(name)
}

/** A colour behind the text, other than that of the page. */
const isHighlight = (colour: string): boolean =>
  colour !== '' &&
  !/^(transparent|inherit|initial|none|white|#fff(fff)?|rgba?\(255, ?255, ?255.*|rgba\(.*, ?0\))$/.test(colour)

/** Google Docs writes bold, italic, underline and strikethrough as styles of spans. */
function replaceSpan(page: Document, span: HTMLElement) {
  const style = (name: string) => pastedStyle(span, name) ?? ''
  const lines = `${style('text-decoration')} ${style('text-decoration-line')}`
  const tags = [
    /^(bold|[6-9]00)/.test(style('font-weight')) && 'strong',
    style('font-style') === 'italic' && 'em',
    lines.includes('underline') && !span.closest('a') && 'u',
    lines.includes('line-through') && 's',
    style('vertical-align') === 'sub' && 'sub',
    style('vertical-align') === 'super' && 'sup',
    isHighlight(style('mso-highlight') || style('background-color') || style('background')) && 'mark',
  ].filter((tag) => tag !== false)
  let inner: Node[] = [...span.childNodes]
  for (const tag of tags) {
    const element = page.createElement(tag)
    element.append(...inner)
    inner = [element]
  }
  // Headings are bold anyway.
  if (span.closest('h1,h2,h3,h4,h5,h6')) unwrap(span)
  else span.replaceWith(...inner)
}

function removeComments(body: HTMLElement) {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
  // Word leaves paragraphs that contain only a space.
  for (const element of body.querySelectorAll('p'))
    if (element.textContent.trim() === '' && !element.querySelector('img')) element.remove()
}
