// Converts between character offsets in a section's plain text and DOM ranges. Colours use the CSS Custom Highlight API, so the DOM
// is never changed; browsers without it only miss the colours.

/** The DOM range between two offsets of the element's text. Null when the offsets are out of range. */
export function rangeOf(element: HTMLElement, start: number, end: number): Range | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let at = 0
  let started = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (!started && start <= at + length) {
      range.setStart(node, Math.max(0, start - at))
      started = true
    }
    if (started && end <= at + length) {
      range.setEnd(node, end - at)
      return range
    }
    at += length
  }
  return null
}

/** The selected offsets of the element's text. Null for an empty selection, or one that leaves the element. */
export function selectedOffsets(
  element: HTMLElement,
  selection: Selection | null,
): { start: number; end: number; quote: string } | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null
  const before = document.createRange()
  before.setStart(element, 0)
  before.setEnd(range.startContainer, range.startOffset)
  const start = before.toString().length
  const quote = range.toString()
  return quote.trim() ? { start, end: start + quote.length, quote: quote.trim().slice(0, 500) } : null
}

/** The offset of the element's text at a point of the screen. Null beside the text. */
export function offsetAtPoint(element: HTMLElement, x: number, y: number): number | null {
  // Safari before 26.2 has only the older method.
  const position = document.caretPositionFromPoint?.(x, y)
  const caret = position ? { node: position.offsetNode, offset: position.offset } : caretRangeAt(x, y)
  if (!caret || !element.contains(caret.node)) return null
  const before = document.createRange()
  before.setStart(element, 0)
  before.setEnd(caret.node, caret.offset)
  return before.toString().length
}

function caretRangeAt(x: number, y: number): { node: Node; offset: number } | null {
  const range = document.caretRangeFromPoint?.(x, y)
  return range ? { node: range.startContainer, offset: range.startOffset } : null
}

/** Offset of the first text node that is visible below `top`. */
export function firstVisibleOffset(element: HTMLElement, top: number): number {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let at = 0
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    range.selectNodeContents(node)
    if (range.getBoundingClientRect().bottom > top) return at
    at += node.nodeValue?.length ?? 0
  }
  return Math.max(0, at - 1)
}

/** Highlights these ranges under a name that the style sheet defines. An empty list removes the highlight. */
export function highlightRanges(
  name: 'sorotan' | 'temuan',
  element: HTMLElement | null,
  offsets: readonly { start: number; end: number }[],
): void {
  if (typeof Highlight === 'undefined') return
  const ranges = element ? offsets.flatMap(({ start, end }) => rangeOf(element, start, end) ?? []) : []
  if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges))
  else CSS.highlights.delete(name)
}
