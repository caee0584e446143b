/**
 * Converts HTML from Word and Google Docs to HTML that the editor parses correctly: no comments, namespaces or hidden parts, real lists,
 * bold only where the text is bold. The editor itself drops unknown elements.
 */
export function cleanPastedHtml(html: string, { onForeignImage }: { onForeignImage: () => void }): string {
  // Renames `style` attributes: they are only read, and the content security policy would report each of them.
  const inert = html.replaceAll(/<style[\s\S]*?<\/style>/gi, '').replaceAll(/(<[^>]*?)\sstyle\s*=/gi, '$1 data-style=')
  const page = new DOMParser().parseFromString(inert, 'text/html')
  const { body } = page
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml')) element.remove()
  const foreign = [...body.querySelectorAll('img')].filter((image) => !image.getAttribute('src')?.startsWith('/uploads/'))
  for (const image of foreign) image.remove()
  if (foreign.length > 0) onForeignImage()
  // Google Docs wraps everything in one <b> that is not bold.
  for (const wrapper of body.querySelectorAll<HTMLElement>(
    'b[id^="docs-internal-guid"], b[data-style*="font-weight:normal"], b[data-style*="font-weight: normal"]',
  ))
    unwrap(wrapper)
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    if (/mso-list:\s*ignore/i.test(element.getAttribute('data-style') ?? '')) element.remove()
    else if (element.tagName.includes(':')) unwrap(element)
  }
  makeLists(body)
  for (const span of body.querySelectorAll<HTMLElement>('span')) replaceSpan(page, span)
  removeComments(body)
  // The title of the article is the only h1.
  for (const heading of body.querySelectorAll('h1')) {
    const lower = page.createElement('h2')
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
  for (const element of body.querySelectorAll('*'))
    for (const name of element.getAttributeNames()) if (/^(data-style|class|lang|dir|id|align|width|height)$|:/.test(name)) cleanAttribute(element, name)
  return body.innerHTML
}

function unwrap(element: Element) {
  element.replaceWith(...element.childNodes)
}

/** Removes the attribute, except the class that names the language of a code block. */
function cleanAttribute(element: Element, name: string) {
  if (name === 'class' && element.tagName === 'CODE' && /\blanguage-/.test(element.className)) return
  element.removeAttribute(name)
}

/** Word writes list items as consecutive paragraphs with a list class. */
function makeLists(body: HTMLElement) {
  let list: HTMLElement | null = null
  for (const item of body.querySelectorAll<HTMLElement>('p[class*="MsoList"]')) {
    const isNumbered = /^\s*(\d+|[a-z])[.)]/i.test(item.textContent)
    const tag = isNumbered ? 'ol' : 'ul'
    const previous: Element | null = item.previousElementSibling
    if (!list || previous !== list || list.tagName.toLowerCase() !== tag) {
      list = item.ownerDocument.createElement(tag)
      item.before(list)
    }
    const entry = item.ownerDocument.createElement('li')
    entry.append(...item.childNodes)
    const first = entry.firstChild
    if (first?.nodeType === Node.TEXT_NODE) first.textContent = (first.textContent ?? '').replace(/^\s*(?:[·•§o\-–]|(?:\d+|[a-z])[.)])\s+/i, '')
    list.append(entry)
    item.remove()
  }
}

/** Google Docs writes bold, italic, underline and strikethrough as styles of spans. */
function replaceSpan(page: Document, span: HTMLElement) {
  const style = (span.getAttribute('data-style') ?? '').replaceAll(/\s/g, '').toLowerCase()
  const tags = [
    /font-weight:(bold|[6-9]00)/.test(style) && 'strong',
    /font-style:italic/.test(style) && 'em',
    /text-decoration[^;]*underline/.test(style) && !span.closest('a') && 'u',
    /text-decoration[^;]*line-through/.test(style) && 's',
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
  for (const element of body.querySelectorAll('p')) if (element.textContent.trim() === '' && !element.querySelector('img')) element.remove()
}
