const rows = 'li, tr, [data-row]'

/**
 * For a row that goes: moves the focus from its button to the same one of the next row, else of the row before, else to the heading
 * above the list. Called before the row is removed. `from` is what was pressed; who has gone on meanwhile stays there. A button below
 * the list, which goes with the rows, is left to that heading.
 */
export function leaveRow(from: Element | null = document.activeElement): void {
  const focused = document.activeElement
  if (!from || (focused !== from && focused !== document.body)) return
  const row = from.closest(rows)
  if (!row) return focusHeading(from)
  const beside = [row.nextElementSibling, row.previousElementSibling].find((other) => other?.matches(rows))
  // From the end: what a row can do less than another stands before its last button.
  const own = buttonsOf(row)
  const button = beside && buttonsOf(beside).at(own.findIndex((button) => button === from) - own.length)
  if (button && !button.disabled) button.focus()
  else if (row.parentElement) focusHeading(row.parentElement)
}

const buttonsOf = (row: Element): HTMLButtonElement[] => [...row.querySelectorAll('button')]

/** The last one before this element. */
function focusHeading(element: Element): void {
  const heading = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].findLast(
    (each) => each.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
