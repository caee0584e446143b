import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { CourseOverview } from '#contract/learning/learning.ts'
import { buttonClass } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { Price } from '#web/catalog/price.tsx'

/** The element id of the pricing block. */
export const pricingId = 'harga'

// The scroll to pricing takes 400 ms, stops 50 px above, and starts 150 ms after the press.
const scrollMs = 400
const scrollOffsetPx = -50
const scrollDelayMs = 150

const easeOut = (progress: number) => 1 - (1 - progress) ** 3

function scrollToPricing() {
  const target = document.getElementById(pricingId)
  if (!target) return
  const from = window.scrollY
  const distance = target.getBoundingClientRect().top + scrollOffsetPx
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  // Where all of it was on the screen already, nothing moves: the block shows that something was pressed.
  target.dataset['noticed'] = ''
  target.addEventListener('animationend', () => delete target.dataset['noticed'], { once: true })
  const focusHeading = () => {
    const heading = target.querySelector<HTMLElement>('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }
  if (prefersReducedMotion) {
    window.scrollTo({ top: from + distance, behavior: 'instant' })
    focusHeading()
    return
  }
  const startedAt = performance.now()
  const step = (now: number) => {
    const progress = Math.min(1, Math.max(0, (now - startedAt) / scrollMs))
    window.scrollTo({ top: from + distance * easeOut(progress), behavior: 'instant' })
    if (progress < 1) requestAnimationFrame(step)
    else focusHeading()
  }
  requestAnimationFrame(step)
}

/** Share of the pricing block: less of it may show the price without a button, and then this bar is the only next step on the screen. */
const shareInView = 0.75
/** A block that is higher than the screen fills it with its buttons. */
const shareOfScreenInView = 0.6
const steps = Array.from({ length: 21 }, (_, index) => index / 20)

/** 'Gabung Kelas': in the head of the page; on phones a bottom bar that hides while the pricing block is in view. */
export function JoinBar({
  course,
  amountIdr,
  children,
}: {
  course: CourseOverview
  amountIdr: number | null
  children?: ReactNode
}) {
  const [pricingInView, setPricingInView] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const target = document.getElementById(pricingId)
    if (!target) return
    // The part of the screen that neither the header nor this bar covers.
    const rootMargin = `-56px 0px -${Math.max(96, bar.current?.offsetHeight ?? 0)}px`
    // A busy browser reports several changes at once; the last one is how it is now.
    const observer = new IntersectionObserver(
      (changes) => {
        const last = changes.at(-1)
        if (!last) return
        const shareOfScreen = last.intersectionRect.height / (last.rootBounds?.height ?? Infinity)
        setPricingInView(last.intersectionRatio >= shareInView || shareOfScreen >= shareOfScreenInView)
      },
      { rootMargin, threshold: steps },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [course._id])
  useEffect(() => () => clearTimeout(timer.current), [])

  function join(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    clearTimeout(timer.current)
    timer.current = setTimeout(scrollToPricing, scrollDelayMs)
  }

  return (
    <div
      ref={bar}
      className={classNames('join-bar', pricingInView && 'join-bar-away', Boolean(children) && 'md:hidden!')}
    >
      {children || (
        <>
          <div className="min-w-0 flex-1 md:hidden">
            <Price price={course.price} discount={course.discount} sale={course.sale} amountIdr={amountIdr} />
          </div>
          <a href={`#${pricingId}`} onClick={join} className={buttonClass({ variant: 'buy', size: 'lg' })}>
            Gabung Kelas
          </a>
        </>
      )}
    </div>
  )
}
