import { useEffect, useState, type RefObject } from 'react'

const checkDelayMs = 100
/** Distance that counts as the bottom. */
const nearBottomPx = 10
/** During this time after opening, scrolling is caused by the router or the restored position, not by the reader. */
const initialScrollMs = 500

export function measureScroll(): { percent: number; isAtEnd: boolean } {
  const { scrollHeight, clientHeight } = document.documentElement
  const scrollableHeight = scrollHeight - clientHeight
  // A page that needs no scrolling is at its end.
  if (scrollableHeight <= nearBottomPx) return { percent: 100, isAtEnd: true }
  const percent = Math.min(100, Math.max(0, (window.scrollY / scrollableHeight) * 100))
  return { percent, isAtEnd: percent >= 100 || scrollableHeight - window.scrollY <= nearBottomPx }
}

type Options = {
  /** Identifies the measured text; null while there is none. */
  key: string | null
  article: RefObject<HTMLElement | null>
  /** Called when scrolling has paused. */
  onRest: (progress: { percent: number; isAtEnd: boolean; byReader: boolean }) => void
}

/** Scroll progress of the page in percent. */
export function useScrollProgress({ key, article, onRest }: Options): number {
  const [progress, setProgress] = useState<{ key: string | null; percent: number }>({ key, percent: 0 })

  useEffect(() => {
    if (key === null) return
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let byReader = false
    const initialScrollEndsAt = performance.now() + initialScrollMs
    const updateProgress = () => {
      frame = 0
      setProgress({ key, percent: Math.round(measureScroll().percent) })
    }
    const check = () => {
      // Before its pictures have loaded the page is shorter.
      if ([...(article.current?.querySelectorAll('img') ?? [])].some((image) => !image.complete))
        return void (timer = setTimeout(check, checkDelayMs))
      onRest({ ...measureScroll(), byReader })
    }
    const later = () => {
      frame ||= requestAnimationFrame(updateProgress)
      clearTimeout(timer)
      timer = setTimeout(check, checkDelayMs)
    }
    const scrolled = () => {
      if (performance.now() > initialScrollEndsAt) byReader = true
      later()
    }
    later()
    addEventListener('scroll', scrolled, { passive: true })
    addEventListener('resize', later)
    const size = new ResizeObserver(later)
    if (article.current) size.observe(article.current)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      removeEventListener('scroll', scrolled)
      removeEventListener('resize', later)
      size.disconnect()
    }
  }, [key, article, onRest])

  return progress.key === key ? progress.percent : 0
}
