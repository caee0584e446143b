import { useEffect, useRef } from 'react'

/** Another section begins at its heading, for whoever reads by keyboard or ear. The page itself, opened anew, keeps the focus where it is. */
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
