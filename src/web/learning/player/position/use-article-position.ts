import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import type { PositionTracker } from './use-lesson-position.ts'

const pauseMs = 400
/** Thousandths of the article. Positions nearer to the beginning are not resumed. */
const startThousandths = 30
/** Beyond this the student is at the note and buttons below the text, which is no reading position. */
const endThousandths = 970

type Options = { position: PositionTracker; /** A completed lesson opens at its beginning. */ isCompleted: boolean }

/** Scrolls to the last position in an article, and records the position while the student scrolls. */
export function useArticlePosition(article: RefObject<HTMLElement | null>, { position, isCompleted }: Options) {
  const [isResumed, setResumed] = useState(false)

  const resume = useEffectEvent(() => {
    const element = article.current
    // A scroll position that the browser restored wins.
    if (!element || isCompleted || position.start < startThousandths || position.start > endThousandths || scrollY > 0)
      return
    scrollTo({ top: topOf(element, position.start), behavior: 'instant' })
    setResumed(scrollY > 0)
  })
  // Only when the lesson opens; later changes must not scroll the page.
  useEffect(() => resume(), [])

  // A layout effect, so that the listener is removed before the router scrolls for the next page.
  useLayoutEffect(() => {
    const element = article.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let latest: number | null = null
    const write = () => {
      if (latest !== null) position.record(latest)
      latest = null
    }
    let hasRead = false
    const scrolled = () => {
      const here = thousandthsOf(element)
      hasRead ||= here >= startThousandths
      // Opening a lesson at its top must not overwrite the last position.
      if (!hasRead || here > endThousandths) return
      latest = here
      clearTimeout(timer)
      timer = setTimeout(write, pauseMs)
    }
    addEventListener('scroll', scrolled, { passive: true })
    addEventListener('pagehide', write)
    return () => {
      removeEventListener('scroll', scrolled)
      removeEventListener('pagehide', write)
      clearTimeout(timer)
      write()
    }
  }, [article, position])

  return { isResumed, hideNotice: () => setResumed(false) }
}

/** Height that the sticky site header covers. */
const headerHeight = (): number => document.querySelector('.site-header')?.getBoundingClientRect().height ?? 0

function thousandthsOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect()
  return Math.round(1000 * Math.min(1, Math.max(0, (headerHeight() - top) / Math.max(1, height))))
}

function topOf(element: HTMLElement, thousandths: number): number {
  const { top, height } = element.getBoundingClientRect()
  return scrollY + top + (height * thousandths) / 1000 - headerHeight()
}
