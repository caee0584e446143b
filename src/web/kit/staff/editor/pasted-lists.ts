/** A declaration of a pasted style, which is kept in `data-style`: `font-weight` is not `mso-bidi-font-weight`. */
export function pastedStyle(element: Element, property: string): string | null {
  for (const declaration of (element.getAttribute('data-style') ?? '').split(';')) {
    const [name = '', ...value] = declaration.split(':')
    if (name.trim().toLowerCase() === property) return value.join(':').trim().toLowerCase()
  }
  return null
}

const numberMarker = /^\(?((?:\d+\.)*\d+|[a-z]{1,4})[.)]$/i
/** A marker that is plain text at the start of an item, as older versions of Word write it. */
const leadingMarker = /^\s*([·•▪§o\-–]|\(?(?:\d+|[a-z])[.)])(?=\s|$)\s*/i

type Item = { level: number; tag: 'ol' | 'ul'; start: number }
type OpenList = { level: number; list: HTMLElement }

/** Word writes list items as paragraphs in a row, with their level in a style and their number as text. */
export function makeWordLists(body: HTMLElement) {
  let open: OpenList[] = []
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')) {
    const item = readItem(paragraph)
    if (!item) continue
    if (paragraph.previousElementSibling !== open[0]?.list) open = []
    while ((open.at(-1)?.level ?? 0) > item.level) open.pop()
    const current = open.at(-1)
    if (current?.level === item.level && current.list.tagName.toLowerCase() !== item.tag) open.pop()
    const list = open.at(-1)?.level === item.level ? open.at(-1)?.list : startList(paragraph, item, open)
    const entry = paragraph.ownerDocument.createElement('li')
    entry.append(...paragraph.childNodes)
    list?.append(entry)
    paragraph.remove()
  }
}

/** Begins a list inside the last item of the list above it, or before the paragraph. */
function startList(paragraph: HTMLElement, { level, tag, start }: Item, open: OpenList[]): HTMLElement {
  const list = paragraph.ownerDocument.createElement(tag)
  if (tag === 'ol' && start > 1) list.setAttribute('start', String(start))
  const parent = open.at(-1)?.list.lastElementChild
  if (parent) parent.append(list)
  else paragraph.before(list)
  open.push({ level, list })
  return list
}

/** Level, kind and number of a list item, whose marker it removes; null for other paragraphs. */
function readItem(paragraph: HTMLElement): Item | null {
  const style = pastedStyle(paragraph, 'mso-list')
  const isItem = style !== null ? style !== 'none' && style !== 'skip' : /MsoList/.test(paragraph.className)
  if (!isItem) return null
  const marker = takeMarker(paragraph)
  if (marker === null) return null
  const level = Number(/level(\d)/.exec(style ?? '')?.[1] ?? 1)
  const number = numberMarker.exec(marker)?.[1]
  return { level, tag: number === undefined ? 'ul' : 'ol', start: number === undefined ? 1 : numberOf(number) }
}

function takeMarker(paragraph: HTMLElement): string | null {
  const hidden = [...paragraph.querySelectorAll('span')].find((span) => pastedStyle(span, 'mso-list') === 'ignore')
  if (hidden) {
    hidden.remove()
    return hidden.textContent.replaceAll(/\s/g, '')
  }
  const walker = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
  const first = walker.nextNode()
  const found = leadingMarker.exec(first?.textContent ?? '')
  if (!first || !found) return null
  first.textContent = (first.textContent ?? '').slice(found[0].length)
  // The space behind a symbol is in an element of its own.
  const next = first.textContent === '' ? walker.nextNode() : null
  if (next) next.textContent = (next.textContent ?? '').trimStart()
  return found[1] ?? ''
}

/** `3` of "1.3", and the place of a letter in the alphabet. */
function numberOf(marker: string): number {
  const last = marker.split('.').at(-1) ?? ''
  return /^\d+$/.test(last) ? Number(last) : last.length === 1 ? (last.toLowerCase().codePointAt(0) ?? 96) - 96 : 1
}

/** Google Docs writes a nested list beside the item that it belongs to, instead of inside. */
export function nestLists(body: HTMLElement) {
  for (const list of body.querySelectorAll(':is(ol, ul) > ol, :is(ol, ul) > ul')) {
    const before = list.previousElementSibling
    if (before?.tagName === 'LI') before.append(list)
    else {
      const item = list.ownerDocument.createElement('li')
      list.before(item)
      item.append(list)
    }
  }
}

/** Word Online writes every item as a list of its own, with its level in an attribute. */
export function joinOnlineLists(body: HTMLElement) {
  for (const wrapper of body.querySelectorAll('.ListContainerWrapper')) wrapper.replaceWith(...wrapper.childNodes)
  let open: OpenList[] = []
  for (const item of body.querySelectorAll<HTMLElement>('li[data-aria-level]')) {
    const source = item.parentElement
    if (!source) continue
    const level = Number(item.dataset['ariaLevel']) || 1
    const tag = source.tagName === 'OL' ? 'ol' : 'ul'
    if (source !== open[0]?.list && source.previousElementSibling !== open[0]?.list) open = []
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    const current = open.at(-1)
    if (current?.level === level && current.list.tagName.toLowerCase() !== tag) open.pop()
    const same = open.at(-1)
    const parent = same?.list.lastElementChild
    if (same?.level === level) same.list.append(item)
    else {
      const list = body.ownerDocument.createElement(tag)
      const start = Number(source.getAttribute('start') ?? 1)
      if (tag === 'ol' && start > 1) list.setAttribute('start', String(start))
      if (parent) parent.append(list)
      else source.before(list)
      list.append(item)
      open.push({ level, list })
    }
    if (source.children.length === 0) source.remove()
  }
}

/** ChatGPT and others put the name of the language and buttons into the block of code. */
export function takeCode(body: HTMLElement) {
  for (const block of body.querySelectorAll('pre')) {
    const code = block.querySelector('code')
    if (!code || block.querySelector('div, button') === null) continue
    const plain = body.ownerDocument.createElement('code')
    const named = /language-[\w+#-]+/.exec(code.className)?.[0]
    if (named) plain.className = named
    plain.textContent = code.textContent
    block.replaceChildren(plain)
  }
}
