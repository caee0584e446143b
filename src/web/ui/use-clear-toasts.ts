import { useEffect } from 'react'

// What one press acts on. Text can still be typed into a field that is partly covered for a moment.
const pressed = 'a[href], button:enabled, select:enabled, summary, input:is([type=checkbox], [type=radio], [type=color]):enabled, label:has(input:enabled)'
const typed = 'input:enabled, textarea:enabled, [contenteditable=true]'
/** Covering a field is better than covering anything that is pressed. */
const pressedWeight = 100
const gap = 4

type Box = { top: number; bottom: number; left: number; right: number; weight: number }

function listControls(host: HTMLElement): Box[] {
  return [...document.querySelectorAll<HTMLElement>(`${pressed}, ${typed}`)].flatMap((element) => {
    // The label of a visually hidden input is what is pressed.
    if (host.contains(element) || element.matches('.sr-only') || !element.checkVisibility({ visibilityProperty: true })) return []
    const weight = element.matches(pressed) ? pressedWeight : 1
    return [...element.getClientRects()].filter(({ top, bottom }) => bottom > 0 && top < innerHeight).map((box) => ({ ...box.toJSON(), weight }) as Box)
  })
}

function place(host: HTMLElement): void {
  host.style.translate = ''
  const { top, bottom, left, right } = host.getBoundingClientRect()
  const boxes = listControls(host).filter((box) => box.left < right && left < box.right)
  const shifts = [0, ...boxes.map((box) => bottom - box.top + gap)].filter((shift) => shift >= 0 && top - shift >= gap)
  const covered = (shift: number) =>
    boxes.filter((box) => box.top < bottom - shift + 1 && top - shift - 1 < box.bottom).reduce((sum, { weight }) => sum + weight, 0)
  const [best = 0] = shifts.toSorted((a, b) => covered(a) - covered(b) || a - b)
  if (best > 0) host.style.translate = `0 ${-best}px`
}

/**
 * Moves the toasts up, to the nearest place where they cover no control; where a screen has none, to where they cover a field for text at most.
 * For layouts with bars and forms; pages of visitors do not load it.
 */
export function useClearToasts(): void {
  useEffect(() => {
    // The toasts are in the parent of both live regions.
    const host = document.querySelector('.contents[role=status]')?.parentElement
    if (!host) return
    const again = () => place(host)
    const observer = new MutationObserver(again)
    observer.observe(host, { childList: true, subtree: true })
    addEventListener('scrollend', again)
    return () => {
      observer.disconnect()
      removeEventListener('scrollend', again)
      host.style.translate = ''
    }
  }, [])
}
