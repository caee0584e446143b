type Place = { element: Element; parent: Element; siblings: readonly Element[]; index: number }

const focusable =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, [tabindex]'
const headings = 'h1, h2, h3, h4, [role=heading], legend'
// A page may move the focus itself meanwhile, and that comes first.
const pauseMs = 150

/** Marks where the focus was put; whatever knows a better place may still move it. */
const keptFocus = 'data-kept-focus'

/** The places of elements that were each within the next one. */
const placesOf = (path: readonly Element[]): Place[] =>
  path.slice(0, -1).map((element, index) => {
    const parent = path[index + 1] ?? element
    const siblings = [...parent.children]
    return { element, parent, siblings, index: siblings.indexOf(element) }
  })

/** This element and those around it, from the inside out. */
function pathOf(element: Element): Element[] {
  const path: Element[] = []
  for (let inner: Element | null = element; inner; inner = inner.parentElement) path.push(inner)
  return path
}

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

/** Finds what replaced the removed element, else the heading of what is around it. */
function nextPlace(places: readonly Place[]): HTMLElement | null {
  const left = places.find(({ parent }) => parent.isConnected && isShown(parent))
  if (!left) return null
  const replacement = left.parent.children[left.index]
  if (replacement && !left.siblings.includes(replacement)) {
    const inside = replacement.matches(focusable) ? replacement : replacement.querySelector(focusable)
    if (inside && isShown(inside)) return inside as HTMLElement
  }
  for (let around: Element | null = left.parent; around && around !== document.body; around = around.parentElement) {
    const heading = [...around.querySelectorAll(headings)].find(isShown)
    if (heading) return heading as HTMLElement
    if (around.matches('dialog, main')) return around as HTMLElement
  }
  return document.querySelector('main')
}

/**
 * Gives the focus a place when the element that had it is removed, hidden or disabled: without one, a keyboard begins at the top of the
 * page again and a screen reader falls silent. `pressed` is the path of the first press, which may have gone while this was loaded.
 */
export function keepFocus(pressed: readonly EventTarget[]): void {
  const path = pressed.filter((target) => target instanceof Element)
  const control = path.findIndex((element) => element.matches(focusable))
  const focused = document.activeElement
  let places =
    focused && focused !== document.body ? placesOf(pathOf(focused)) : control < 0 ? [] : placesOf(path.slice(control))
  let timer = setTimeout(look, pauseMs)

  function look() {
    const { activeElement } = document
    const [focused] = places
    if (!focused || (activeElement !== null && activeElement !== document.body)) return
    const { element } = focused
    if (element.isConnected && isShown(element) && !element.matches(':disabled')) return
    const next = nextPlace(places)
    if (!next) return
    if (!next.matches(focusable)) next.setAttribute('tabindex', '-1')
    next.setAttribute(keptFocus, '')
    next.addEventListener('blur', () => next.removeAttribute(keptFocus), { once: true })
    next.focus({ preventScroll: true })
  }

  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) places = placesOf(pathOf(target))
  })
  // A press beside every control takes the focus away on purpose.
  addEventListener('pointerdown', () => (places = []), true)
  new MutationObserver(() => {
    if (document.activeElement !== document.body) return
    clearTimeout(timer)
    timer = setTimeout(look, pauseMs)
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  })
}
