import { useEffect, useState, type RefObject } from 'react'

const checkDelayMs = 100
/** Distance that counts as the bottom. */
const nearBottomPx = 10
/** During this time after opening, scrolling is caused by the router or the restored position, not by the reader. */
const settleMs = 500

export function measureScroll(): { percent: number; atEnd: boolean } {
  const { scrollHeight, clientHeight } = document.documentElement
  const room = scrollHeight - clientHeight
  // A page that needs no scrolling is at its end.
  if (room <= nearBottomPx) return { percent: 100, atEnd: true }
  const percent = Math.min(100, Math.max(0, (window.scrollY / room) * 100))
  return { percent, atEnd: percent >= 100 || room - window.scrollY <= nearBottomPx }
}

type Options = {
  /** Identifies the measured text; null while there is none. */
  key: string | null
  article: RefObject<HTMLElement | null>
  /** Called when scrolling has paused. */
  onRest: (progress: { percent: number; atEnd: boolean; byReader: boolean }) => void
}

/** Scroll progress of the page in percent. */
export function useScrollProgress({ key, article, onRest }: Options): number {
  const [progress, setProgress] = useState<{ key: string | null; percent: number }>({ key, percent: 0 })

  useEffect(() => {
    if (key === null) return
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let byReader = false
    const settledAt = performance.now() + settleMs
    const updateProgress = () => {
      frame = 0
      setProgress({ key, percent: Math.round(measureScroll().percent) })
    }
    const check = () => {
      // Before its pictures have loaded the page is shorter.
      if ([...(article.current?.querySelectorAll('img') ?? [])].some((image) => !image.complete)) return void (timer = setTimeout(check, checkDelayMs))
      onRest({ ...measureScroll(), byReader })
    }
    const later = () => {
      frame ||= requestAnimationFrame(updateProgress)
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
