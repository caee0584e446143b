import { useEffect, useState, type RefObject } from 'react'

/** How long a check of the scroll position waits, and how near the bottom counts as the bottom. */
const checkDelayMs = 100
const nearBottomPx = 10
const settleMs = 500

export function measureScroll(): { percent: number; atEnd: boolean } {
  const { scrollHeight, clientHeight } = document.documentElement
  const room = scrollHeight - clientHeight
  // What needs no scrolling is at its end.
  if (room <= nearBottomPx) return { percent: 100, atEnd: true }
  const percent = Math.min(100, Math.max(0, (window.scrollY / room) * 100))
  return { percent, atEnd: percent >= 100 || room - window.scrollY <= nearBottomPx }
}

type Options = {
  /** The text whose end is meant; null while there is none. */
  key: string | null
  article: RefObject<HTMLElement | null>
  /** Called after a pause, with where the reader came to rest. */
  onRest: (progress: { percent: number; atEnd: boolean; byReader: boolean }) => void
}

/** How far down the page is, as the reader scrolls. */
export function useScrollProgress({ key, article, onRest }: Options): number {
  const [progress, setProgress] = useState<{ key: string | null; percent: number }>({ key, percent: 0 })

  useEffect(() => {
    if (key === null) return
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let byReader = false
    // A page that just came is put to its place by the router and by us.
    const settledAt = performance.now() + settleMs
    const look = () => {
      frame = 0
      setProgress({ key, percent: Math.round(measureScroll().percent) })
    }
    const check = () => {
      // A page whose pictures are still to come seems short.
      if ([...(article.current?.querySelectorAll('img') ?? [])].some((image) => !image.complete)) return void (timer = setTimeout(check, checkDelayMs))
      onRest({ ...measureScroll(), byReader })
    }
    const later = () => {
      frame ||= requestAnimationFrame(look)
      clearTimeout(timer)
      timer = setTimeout(check, checkDelayMs)
    }
    const scrolled = () => {
      if (performance.now() > settledAt) byReader = true
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
