import { useEffect, useRef } from 'react'

/** Focuses the heading when another section opens, for keyboard and screen reader users. The first render does not move the focus. */
export function useFocusOnSection(sectionId: string | null): void {
  const last = useRef(sectionId)
  useEffect(() => {
    if (last.current === sectionId) return
    last.current = sectionId
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [sectionId])
}
