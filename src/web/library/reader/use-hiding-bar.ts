import { useEffect, type RefObject } from 'react'

/** Smaller movements do not count as a change of direction. */
const jitterPx = 12

/** Sets `data-away` on the bar while the reader scrolls down, until they scroll up or reach the top. The style sheet decides where the bar hides. */
export function useHidingBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let turnedAt = window.scrollY
    const updateBar = () => {
      const { scrollY } = window
      const element = bar.current
      if (!element) return
      const isAway = 'away' in element.dataset
      // The furthest point in the current direction.
      if (isAway ? scrollY > turnedAt : scrollY < turnedAt) turnedAt = scrollY
      if (!isAway && scrollY > turnedAt + jitterPx && scrollY > element.offsetHeight) {
        element.dataset.away = ''
        turnedAt = scrollY
      } else if (isAway && (scrollY < turnedAt - jitterPx || scrollY <= element.offsetHeight)) {
        delete element.dataset.away
        turnedAt = scrollY
      }
    }
    addEventListener('scroll', updateBar, { passive: true })
    return () => removeEventListener('scroll', updateBar)
  }, [bar])
}
