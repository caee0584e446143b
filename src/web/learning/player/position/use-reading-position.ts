import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import type { Position } from './use-position.ts'

const pauseMs = 400
/** Thousandths of the article: nearer to its beginning nobody needs to be brought back. */
const worthThousandths = 30
/** Beyond this the reader is at the notes and buttons below; that is no place to go on reading. */
const belowThousandths = 970

type Options = { position: Position; /** Who has finished a lesson reads it again from its beginning. */ isCompleted: boolean }

/** Brings a reader back to where they were in an article, and remembers where they are. */
export function useReadingPosition(article: RefObject<HTMLElement | null>, { position, isCompleted }: Options) {
  const [isBack, setBack] = useState(false)

  useEffect(() => {
    const element = article.current
    // A page that the browser itself brought back to its place stays there.
    if (!element || isCompleted || position.start < worthThousandths || position.start > belowThousandths || scrollY > 0) return
    scrollTo({ top: topOf(element, position.start), behavior: 'instant' })
    setBack(scrollY > 0)
    // Once, when the lesson is opened; what happens later is the reader's own doing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  // Taken away before the router scrolls for the next page: that is not the reader's doing.
  useLayoutEffect(() => {
    const element = article.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let latest: number | null = null
    const write = () => {
      if (latest !== null) position.note(latest)
      latest = null
    }
    let hasRead = false
    const scrolled = () => {
      const here = thousandthsOf(element)
      hasRead ||= here >= worthThousandths
      // To open a lesson is not to have gone back to its beginning.
      if (!hasRead || here > belowThousandths) return
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

  return { isBack, hideNotice: () => setBack(false) }
}

/** What the site's header covers. */
const headerHeight = (): number => document.querySelector('.site-header')?.getBoundingClientRect().height ?? 0

function thousandthsOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect()
  return Math.round(1000 * Math.min(1, Math.max(0, (headerHeight() - top) / Math.max(1, height))))
}

function topOf(element: HTMLElement, thousandths: number): number {
  const { top, height } = element.getBoundingClientRect()
  return scrollY + top + (height * thousandths) / 1000 - headerHeight()
}
