import { useEffect, useRef } from 'react'

/** Focuses the heading of the page when something else is shown (`shown` changes), for keyboard and screen reader users. The first render does not move the focus. */
export function useFocusHeading(shown: string | null): void {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [shown])
}
