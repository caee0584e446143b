import { useEffect, useRef } from 'react'

const firstLinesPx = 80

/** The ref of a form's save bar. Its height, which changes with its texts, is the property `--save-bar` of the form, for the scroll margins of its fields. */
export function useSaveBar() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const observer = new ResizeObserver(() => element.parentElement?.style.setProperty('--save-bar', `${element.offsetHeight}px`))
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
