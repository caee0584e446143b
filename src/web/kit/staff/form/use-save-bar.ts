import { useEffect, useRef } from 'react'

const firstLinesPx = 80
/** A higher bar, such as with text of twice the size on a small phone, is at the end of the form only. */
const maximumShareOfScreen = 0.4

/**
 * The ref of a form's save bar, or of the bar below a list. Its height, which changes with its texts, is the property `--save-bar` of what it
 * belongs to, for the scroll margins of its fields; 0 while it is too high to stay in view.
 */
export function useSaveBar() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const isTooHigh = element.offsetHeight > innerHeight * maximumShareOfScreen
      element.style.position = isTooHigh ? 'static' : ''
      element.parentElement?.style.setProperty('--save-bar', `${isTooHigh ? 0 : element.offsetHeight}px`)
    })
    observer.observe(element)
    const form = element.parentElement
    // Scroll margins have no effect on what is higher than the space that they leave, such as a long text.
    const uncover = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Tab' || !(target instanceof HTMLElement) || element.contains(target)) return
      const { top, bottom } = target.getBoundingClientRect()
      const hidden = Math.min(bottom, top + firstLinesPx) - element.getBoundingClientRect().top
      if (hidden > 0) scrollBy({ top: hidden, behavior: 'instant' })
    }
    form?.addEventListener('keyup', uncover)
    return () => {
      observer.disconnect()
      form?.removeEventListener('keyup', uncover)
    }
  }, [])
  return bar
}
