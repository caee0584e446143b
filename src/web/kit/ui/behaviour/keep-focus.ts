type Place = { element: Element; parent: Element; siblings: readonly Element[]; index: number }

const focusable =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, [tabindex]'
const headings = 'h1, h2, h3, h4, [role=heading], legend'
// What a page does by itself with the focus comes first.
const pauseMs = 150

/** Marks where the focus was put; whatever knows a better place may still move it. */
const keptFocus = 'data-kept-focus'

/** Each element around this one, from the inside out, with its place among its siblings. */
function placesAround(element: Element): Place[] {
  const places: Place[] = []
  for (let inner = element; inner.parentElement; inner = inner.parentElement) {
    const siblings = [...inner.parentElement.children]
    places.push({ element: inner, parent: inner.parentElement, siblings, index: siblings.indexOf(inner) })
  }
  return places
}

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

/** What took the place of the element that went, else the heading of what is around it. */
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
 * page again and a screen reader falls silent. `first` has the focus now.
 */
export function keepFocus(first: Element): void {
  let places = placesAround(first)
  let timer: ReturnType<typeof setTimeout> | undefined

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
    if (target instanceof Element) places = placesAround(target)
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
