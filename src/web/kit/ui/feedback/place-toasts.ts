// Targets of one press. Text can still be typed into a field that is partly covered for a moment.
const pressed =
  'a[href], button:enabled, select:enabled, summary, input:is([type=checkbox], [type=radio], [type=color]):enabled, label:has(input:enabled)'
const typed = 'input:enabled, textarea:enabled, [contenteditable=true]'
/** Names of fields, and what stands out beside controls, such as a total. */
const read = 'label, strong:not(.prose *)'
/** Covering a field or a word is better than covering anything that is pressed. */
const pressedWeight = 100
const gap = 4

type Box = { top: number; bottom: number; left: number; right: number; weight: number }

function listControls(host: HTMLElement): Box[] {
  return [...document.querySelectorAll<HTMLElement>(`${pressed}, ${typed}, ${read}`)].flatMap((element) => {
    // The label of a visually hidden input is what is pressed.
    if (host.contains(element) || element.matches('.sr-only') || !element.checkVisibility({ visibilityProperty: true }))
      return []
    const weight = element.matches(pressed) ? pressedWeight : 1
    return [...element.getClientRects()]
      .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
      .map((box) => ({ ...box.toJSON(), weight }) as Box)
  })
}

function place(host: HTMLElement): void {
  host.style.translate = ''
  if (!host.querySelector('button')) return
  const { top, bottom, left, right } = host.getBoundingClientRect()
  const boxes = listControls(host).filter((box) => box.left < right && left < box.right)
  const shifts = [0, ...boxes.map((box) => bottom - box.top + gap)].filter((shift) => shift >= 0 && top - shift >= gap)
  const covered = (shift: number) =>
    boxes
      .filter((box) => box.top < bottom - shift + 1 && top - shift - 1 < box.bottom)
      .reduce((sum, { weight }) => sum + weight, 0)
  const [best = 0] = shifts.toSorted((a, b) => covered(a) - covered(b) || a - b)
  if (best > 0) host.style.translate = `0 ${-best}px`
}

const hosts = new WeakSet<HTMLElement>()

/**
 * Keeps the toasts of this host where they cover no control: moves them up to the nearest such place; where a screen has none, to where they cover
 * a field for text or a few words at most. Loaded with the first toast, so that pages of visitors start without it.
 */
export function keepClear(host: HTMLElement | null): void {
  if (!host || hosts.has(host)) return
  hosts.add(host)
  const again = () => place(host)
  new MutationObserver(again).observe(host, { childList: true, subtree: true })
  addEventListener('scrollend', again)
  // Another page, a list that is loaded again or a message of a form moves what is below it.
  new ResizeObserver(again).observe(document.body)
  again()
}
