import { expect, type Page } from '@playwright/test'

/**
 * Finds what large text breaks on the page that is shown: sideways scrolling, figures on two lines, letters that are cut off, and controls that
 * are out of reach. An empty list is a readable page.
 */
export const findLargeTextProblems = (page: Page): Promise<string[]> => page.evaluate(findProblems)

/** Asked until it holds: what arrives after the page is idle is still being laid out. `what` names the page and its size. */
export const expectNoProblems = (page: Page, what: string): Promise<void> =>
  expect
    .configure({ soft: true })
    .poll(() => findLargeTextProblems(page), what)
    .toEqual([])

/** Makes the root font larger, as the setting of a browser does. */
export const enlargeText = (page: Page, percent: number): Promise<void> =>
  page.evaluate((size) => void (document.documentElement.style.fontSize = `${size}%`), percent)

/** Makes every amount the dearest that can be bought. */
export async function lengthenAmounts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      node.nodeValue = (node.nodeValue ?? '').replaceAll(/(Rp\s)\d[\d.]*/g, '$1999.999.999')
  })
}

// Runs in the browser, so it uses nothing from outside.
function findProblems(): string[] {
  const problems = new Set<string>()
  const screen = document.documentElement.clientWidth
  const { scrollWidth } = document.documentElement
  if (scrollWidth > screen) problems.add(`the page is ${scrollWidth} px wide on a screen of ${screen} px`)

  const hidden = '[aria-hidden=true], [data-wraps-away], .marquee, [inert], dialog:not([open])'
  const isForReaders = (element: Element | null): boolean =>
    element !== null &&
    ((element.clientWidth === 1 && element.clientHeight === 1 && getComputedStyle(element).position === 'absolute') ||
      isForReaders(element.parentElement))
  // Content behind an open dialog is out of reach on purpose.
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const isShown = (element: Element) =>
    (!dialog || dialog.contains(element)) &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(hidden) &&
    !isForReaders(element)
  const nameOf = (element: Element) => {
    const text = (element.getAttribute('aria-label') ?? (element as HTMLElement).innerText ?? '')
      .trim()
      .replaceAll(/\s+/g, ' ')
    return `${element.tagName.toLowerCase()} “${text.slice(0, 40)}”`
  }
  const isScroller = (value: string) => value === 'auto' || value === 'scroll'
  const clips = new Map<Element, Element[]>()
  /** The boxes around an element that cut what leaves them and cannot be scrolled by a person. */
  const clippingBoxes = (element: Element): Element[] => {
    const known = clips.get(element)
    if (known) return known
    const { overflowX, overflowY } = getComputedStyle(element)
    // A box of one pixel is for screen readers.
    const cuts =
      element.clientWidth > 1 && [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip')
    const parent = element.parentElement
    // Hidden parts of a scroller can be scrolled to.
    const scrolls =
      (isScroller(overflowX) && element.scrollWidth > element.clientWidth) ||
      (isScroller(overflowY) && element.scrollHeight > element.clientHeight)
    const all = [
      ...(cuts && parent ? [element] : []),
      ...(parent && !scrolls && parent !== document.documentElement ? clippingBoxes(parent) : []),
    ]
    clips.set(element, all)
    return all
  }
  const scrollsSideways = (element: Element | null): boolean =>
    element !== null &&
    element !== document.documentElement &&
    ((isScroller(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth) ||
      scrollsSideways(element.parentElement))

  const endsInDots = (box: Element) =>
    getComputedStyle(box).textOverflow === 'ellipsis' || getComputedStyle(box).webkitLineClamp !== 'none'
  /** The innermost box that cuts letters. */
  const cutBy = (rect: DOMRect, element: Element): Element | undefined =>
    clippingBoxes(element).find((box) => {
      const style = getComputedStyle(box)
      const outer = box.getBoundingClientRect()
      // Letters are lower than their line.
      const slack = rect.height * 0.2
      const sideways =
        style.overflowX !== 'visible' &&
        !isScroller(style.overflowX) &&
        (rect.left < outer.left - 2 || rect.right > outer.right + 2)
      const vertical =
        style.overflowY !== 'visible' &&
        !isScroller(style.overflowY) &&
        (rect.top < outer.top - slack || rect.bottom > outer.bottom + slack)
      return sideways || vertical
    })

  const figure =
    /(?<![\p{L}\p{N}./_-])(?:Rp\s)?\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\p{L}\p{N}/_-])|(?<![\p{L}\p{N}.:/_-])(?:Rp\s)?\d+(?:,\d+)?\s?%?(?![\p{L}\p{N}/_.-])/gu
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent ?? ''
    if (!parent || text.trim() === '' || !isShown(parent) || parent.closest('script, style, noscript')) continue
    for (const { index, 0: digits } of text.matchAll(figure)) {
      // The number that a test gave its course, rather than a figure.
      if (/^\d{13}$/.test(digits)) continue
      range.setStart(node, index)
      range.setEnd(node, index + digits.trimEnd().length)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (new Set(rects.map(({ top }) => Math.round(top))).size > 1)
        problems.add(`${digits.trim()} is broken into lines in ${nameOf(parent)}`)
      // A title may end in an ellipsis, with the numbers in it.
      const isTitle = /\p{L}{3,}\s+\p{L}{3,}/u.test(text)
      for (const rect of rects)
        if (!isTitle && cutBy(rect, parent)) problems.add(`${digits.trim()} is cut in ${nameOf(parent)}`)
    }
    // In columns, words of normal length stay whole. On a phone, tables are cards.
    if (screen >= 768 && parent.closest('td, th'))
      for (const { index, 0: word } of text.matchAll(/(?<![^\s])[\p{L}\p{N}]{2,10}(?![^\s])/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))
        if (new Set(tops).size > 1) problems.add(`the word ${word} is broken into lines in ${nameOf(parent)}`)
      }
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      if (rect.width === 0) continue
      const box = cutBy(rect, parent)
      // Text that ends in "…" says so itself.
      if (box && endsInDots(box)) continue
      if (box) problems.add(`“${text.trim().slice(0, 40)}” is cut by ${box.tagName.toLowerCase()}.${box.className}`)
      else if ((rect.left < -2 || rect.right > screen + 2) && !scrollsSideways(parent))
        problems.add(`“${text.trim().slice(0, 40)}” leaves the screen`)
    }
  }

  const from = { x: scrollX, y: scrollY }
  for (const control of document.querySelectorAll<HTMLElement>(
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=tab]',
  )) {
    if (!isShown(control) || control.matches(':disabled') || control.tabIndex < 0) continue
    const box = control.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue
    if (
      control.scrollWidth > control.clientWidth + 1 &&
      control.clientWidth > 0 &&
      control.matches('button, a, summary')
    ) {
      const { overflow, textOverflow } = getComputedStyle(control)
      if (overflow !== 'visible' && textOverflow !== 'ellipsis') problems.add(`${nameOf(control)} is cut`)
    }
    const middle = new DOMRect(box.left + box.width / 2, box.top + box.height / 2, 0, 0)
    const around = cutBy(middle, control)
    if (around && !endsInDots(around)) problems.add(`${nameOf(control)} is outside of its box`)
    if (control.matches('.skip-link') || getComputedStyle(control).opacity === '0') continue
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const rects = [...control.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    const isOnTop = rects.some(({ left, top, width, height }) => {
      const [x, y] = [Math.min(Math.max(left + width / 2, 0), screen - 1), top + height / 2]
      const hit = document.elementFromPoint(x, y)
      return (
        hit !== null &&
        (control.contains(hit) ||
          hit.contains(control) ||
          Boolean(hit.closest('label')?.contains(control)) ||
          (control.id !== '' && hit.closest('label')?.getAttribute('for') === control.id))
      )
    })
    if (!isOnTop) problems.add(`${nameOf(control)} is covered or out of reach`)
  }
  scrollTo({ left: from.x, top: from.y, behavior: 'instant' })
  return [...problems]
}
