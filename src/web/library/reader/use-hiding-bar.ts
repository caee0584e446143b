import { useEffect, type RefObject } from 'react'

/** A thumb that trembles is no change of direction. */
const tremblePx = 12

/** Says on the bar that the reader scrolls on (`data-away`), until one scrolls back or comes near the top. The style sheet decides where it may leave. */
export function useHidingBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let turnedAt = window.scrollY
    const look = () => {
      const { scrollY } = window
      const element = bar.current
      if (!element) return
      const isAway = 'away' in element.dataset
      // The furthest point in the present direction.
      if (isAway ? scrollY > turnedAt : scrollY < turnedAt) turnedAt = scrollY
      if (!isAway && scrollY > turnedAt + tremblePx && scrollY > element.offsetHeight) {
        element.dataset.away = ''
        turnedAt = scrollY
      } else if (isAway && (scrollY < turnedAt - tremblePx || scrollY <= element.offsetHeight)) {
        delete element.dataset.away
        turnedAt = scrollY
      }
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [bar])
}
