import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import type { ReadingPosition } from '#contract/reading.ts'
import type { ReadingState } from '#web/library/reading/use-reading.ts'
import type { OrderedSection } from './book.ts'
import { highlightRanges, rangeOf } from './text-ranges.ts'
import { measureScroll, useScrollProgress } from './use-scroll-progress.ts'

type SectionRange = { sectionId: string; start: number; end: number }

type Options = {
  sections: readonly OrderedSection[]
  section: OrderedSection | undefined
  /** The section that the URL names. */
  sectionIdInUrl: string | null
  reading: ReadingState
  article: RefObject<HTMLElement | null>
  textElement: () => HTMLElement | null
  open: (sectionId: string) => void
}

export type ReadingPlace = ReturnType<typeof useReadingPlace>

/** The place in the e-book: restores it, records it when scrolling stops, completes sections read to the end, and jumps to text ranges. */
export function useReadingPlace({ sections, section, sectionIdInUrl, reading, article, textElement, open }: Options) {
  const navigate = useNavigate()
  const { complete, moveTo } = reading
  const sectionId = section?._id ?? null
  const hasText = section?.content !== undefined
  const [otherDevice, setOtherDevice] = useState<{ position: ReadingPosition; heading: string } | null>(null)
  const [found, setFound] = useState<{ query: string; ranges: SectionRange[] }>({ query: '', ranges: [] })
  /** Where to scroll once the section is rendered. */
  const scrollTarget = useRef<{ sectionId: string; percent: number } | SectionRange | null>(null)
  const hasMoved = useRef(false)
  const restored = useRef(false)

  const onRest = useCallback(
    ({ percent, atEnd, byReader }: { percent: number; atEnd: boolean; byReader: boolean }) => {
      if (!sectionId) return
      if (atEnd) complete(sectionId)
      if (!byReader || !restored.current || scrollTarget.current) return
      hasMoved.current = true
      moveTo(sectionId, percent)
    },
    [sectionId, complete, moveTo],
  )
  const percent = useScrollProgress({ key: hasText ? sectionId : null, article, onRest })

  // Runs once, after local storage is read: a URL without a section opens at the last position.
  useEffect(() => {
    if (!reading.reading || restored.current) return
    restored.current = true
    const { position } = reading.reading
    if (!position || !sections.some(({ _id }) => _id === position.sectionId)) return
    if (sectionIdInUrl !== null && sectionIdInUrl !== position.sectionId) return
    scrollTarget.current = { sectionId: position.sectionId, percent: position.percent }
    if (sectionIdInUrl === null) void navigate(`?bagian=${position.sectionId}`, { replace: true, preventScrollReset: true })
    // If that section is rendered already, no other effect would scroll to it.
    requestAnimationFrame(scrollToTarget)
  }, [reading.reading, sections, sectionIdInUrl, navigate])

  // Another device has another position: a page on which the reader has not scrolled goes there, otherwise the reader is asked.
  const { otherDevicePosition } = reading
  useEffect(() => {
    if (!otherDevicePosition || otherDevicePosition.sectionId === sectionId) return
    const target = sections.find(({ _id }) => _id === otherDevicePosition.sectionId)
    if (!target) return
    const isFresh = !hasMoved.current && sectionIdInUrl === null
    if (isFresh) goToPosition(otherDevicePosition)
    else setOtherDevice({ position: otherDevicePosition, heading: target.heading })
    // Runs once per position, so the other dependencies are left out.
  }, [otherDevicePosition])

  function goToPosition({ sectionId: id, percent }: ReadingPosition) {
    scrollTarget.current = { sectionId: id, percent }
    open(id)
  }

  // Opening a section makes it the current position.
  const lastSection = useRef(sectionId)
  useEffect(() => {
    if (sectionId && lastSection.current !== sectionId && restored.current && !scrollTarget.current) moveTo(sectionId, 0)
    lastSection.current = sectionId
  }, [sectionId, moveTo])

  const scrollToTarget = useCallback(() => {
    const target = scrollTarget.current
    const element = textElement()
    if (!target || target.sectionId !== sectionId || !hasText) return
    scrollTarget.current = null
    if ('percent' in target) {
      const { scrollHeight, clientHeight } = document.documentElement
      window.scrollTo({ top: ((scrollHeight - clientHeight) * target.percent) / 100, behavior: 'instant' })
    } else if (element) {
      const range = rangeOf(element, target.start, Math.max(target.start, target.end))
      const top = range?.getBoundingClientRect().top
      if (top !== undefined) window.scrollTo({ top: window.scrollY + top - 120, behavior: 'instant' })
    }
  }, [sectionId, hasText, textElement])

  // In the next frame, after the router has scrolled the new page to the top.
  useEffect(() => {
    const frame = requestAnimationFrame(scrollToTarget)
    return () => cancelAnimationFrame(frame)
  }, [scrollToTarget])

  useLayoutEffect(() => {
    const element = textElement()
    highlightRanges(
      'temuan',
      element,
      found.ranges.filter((range) => range.sectionId === sectionId),
    )
    highlightRanges(
      'sorotan',
      element,
      reading.marks.filter((mark) => mark.kind === 'highlight' && mark.sectionId === sectionId),
    )
    return () => {
      highlightRanges('temuan', null, [])
      highlightRanges('sorotan', null, [])
    }
  }, [sectionId, hasText, found, reading.marks, textElement])

  const goTo = useCallback(
    (range: SectionRange) => {
      scrollTarget.current = range
      if (range.sectionId === sectionId) scrollToTarget()
      else open(range.sectionId)
    },
    [sectionId, scrollToTarget, open],
  )

  return {
    percent,
    otherDevice,
    stayHere() {
      setOtherDevice(null)
      if (sectionId) moveTo(sectionId, measureScroll().percent)
    },
    goToOtherDevice() {
      if (!otherDevice) return
      setOtherDevice(null)
      goToPosition(otherDevice.position)
    },
    goTo,
    query: found.query,
    /** Highlights these ranges until others are set. */
    showFound: setFound,
  }
}
