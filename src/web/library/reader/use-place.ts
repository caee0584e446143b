import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import type { ReadingPosition } from '#contract/reading.ts'
import type { ReadingState } from '#web/library/reading/use-reading.ts'
import type { PlacedSection } from './book.ts'
import { paint, rangeOf } from './text-ranges.ts'
import { measureScroll, useScrollProgress } from './use-scroll-progress.ts'

type Place = { sectionId: string; start: number; end: number }

type Options = {
  sections: readonly PlacedSection[]
  section: PlacedSection | undefined
  /** The section that the address names. */
  asked: string | null
  reading: ReadingState
  article: RefObject<HTMLElement | null>
  textElement: () => HTMLElement | null
  open: (sectionId: string) => void
}

export type ReaderPlace = ReturnType<typeof usePlace>

/** Where the reader is: goes back to where one left off, notes where one comes to rest, finishes what was read to the end, jumps to places. */
export function usePlace({ sections, section, asked, reading, article, textElement, open }: Options) {
  const navigate = useNavigate()
  const { complete, moveTo } = reading
  const sectionId = section?._id ?? null
  const isHere = section?.content !== undefined
  const [elsewhere, setElsewhere] = useState<{ position: ReadingPosition; heading: string } | null>(null)
  const [found, setFound] = useState<{ query: string; places: Place[] }>({ query: '', places: [] })
  /** Where to scroll once the section stands there. */
  const wanted = useRef<{ sectionId: string; percent: number } | Place | null>(null)
  const hasMoved = useRef(false)
  const restored = useRef(false)

  const onRest = useCallback(
    ({ percent, atEnd, byReader }: { percent: number; atEnd: boolean; byReader: boolean }) => {
      if (!sectionId) return
      if (atEnd) complete(sectionId)
      if (!byReader || !restored.current || wanted.current) return
      hasMoved.current = true
      moveTo(sectionId, percent)
    },
    [sectionId, complete, moveTo],
  )
  const percent = useScrollProgress({ key: isHere ? sectionId : null, article, onRest })

  // Once, as soon as this device's memory is read: an address without a section opens where one left off.
  useEffect(() => {
    if (!reading.reading || restored.current) return
    restored.current = true
    const { position } = reading.reading
    if (!position || !sections.some(({ _id }) => _id === position.sectionId)) return
    if (asked !== null && asked !== position.sectionId) return
    wanted.current = { sectionId: position.sectionId, percent: position.percent }
    if (asked === null) void navigate(`?bagian=${position.sectionId}`, { replace: true, preventScrollReset: true })
    // Where the page came with that very section already, nothing else would bring it there.
    requestAnimationFrame(goToWanted)
  }, [reading.reading, sections, asked, navigate])

  // Another device was somewhere else: a fresh page goes there, a reader who has begun here is asked.
  const { foreign } = reading
  useEffect(() => {
    if (!foreign || foreign.sectionId === sectionId) return
    const target = sections.find(({ _id }) => _id === foreign.sectionId)
    if (!target) return
    const isFresh = !hasMoved.current && asked === null
    if (isFresh) go(foreign)
    else setElsewhere({ position: foreign, heading: target.heading })
    // Once for each such position, whatever is opened afterwards.
  }, [foreign])

  function go({ sectionId: id, percent }: ReadingPosition) {
    wanted.current = { sectionId: id, percent }
    open(id)
  }

  // A section that was chosen is where the reader is now.
  const lastSection = useRef(sectionId)
  useEffect(() => {
    if (sectionId && lastSection.current !== sectionId && restored.current && !wanted.current) moveTo(sectionId, 0)
    lastSection.current = sectionId
  }, [sectionId, moveTo])

  const goToWanted = useCallback(() => {
    const target = wanted.current
    const element = textElement()
    if (!target || target.sectionId !== sectionId || !isHere) return
    wanted.current = null
    if ('percent' in target) {
      const { scrollHeight, clientHeight } = document.documentElement
      window.scrollTo({ top: ((scrollHeight - clientHeight) * target.percent) / 100, behavior: 'instant' })
    } else if (element) {
      const place = rangeOf(element, target.start, Math.max(target.start, target.end))
      const top = place?.getBoundingClientRect().top
      if (top !== undefined) window.scrollTo({ top: window.scrollY + top - 120, behavior: 'instant' })
    }
  }, [sectionId, isHere, textElement])

  // After the router has put a new page to its top.
  useEffect(() => {
    const frame = requestAnimationFrame(goToWanted)
    return () => cancelAnimationFrame(frame)
  }, [goToWanted])

  useLayoutEffect(() => {
    const element = textElement()
    paint(
      'temuan',
      element,
      found.places.filter((place) => place.sectionId === sectionId),
    )
    paint(
      'sorotan',
      element,
      reading.marks.filter((mark) => mark.kind === 'highlight' && mark.sectionId === sectionId),
    )
    return () => {
      paint('temuan', null, [])
      paint('sorotan', null, [])
    }
  }, [sectionId, isHere, found, reading.marks, textElement])

  const goTo = useCallback(
    (place: Place) => {
      wanted.current = place
      if (place.sectionId === sectionId) goToWanted()
      else open(place.sectionId)
    },
    [sectionId, goToWanted, open],
  )

  return {
    percent,
    elsewhere,
    stayHere() {
      setElsewhere(null)
      if (sectionId) moveTo(sectionId, measureScroll().percent)
    },
    goElsewhere() {
      if (!elsewhere) return
      setElsewhere(null)
      go(elsewhere.position)
    },
    goTo,
    query: found.query,
    /** Shows these places in the text until others are shown. */
    showFound: setFound,
  }
}
