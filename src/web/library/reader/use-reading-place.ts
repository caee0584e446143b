import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ReadingState } from '#web/library/use-reading.ts'
import type { OrderedSection } from './book.ts'
import {
  initialPlace,
  reducePlace,
  type Place,
  type PlaceAction,
  type PlaceEvent,
  type ScrollTarget,
  type SectionRange,
} from './reading-place.ts'
import { rangeOf } from './text-ranges.ts'
import { useHighlights } from './use-highlights.ts'
import { measureScroll, useScrollProgress } from './use-scroll-progress.ts'

/** Space above a range that was scrolled to. */
const aboveRangePx = 120

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

/** State of a link that opens the e-book at a mark. */
type LinkState = { range?: SectionRange }

export type ReadingPlace = ReturnType<typeof useReadingPlace>

/**
 * The place in the e-book: restores it, records it when scrolling stops, completes sections read to the end, and jumps to text
 * ranges. The rules are in reading-place.ts; this hook reports events and carries out the actions.
 */
export function useReadingPlace({ sections, section, sectionIdInUrl, reading, article, textElement, open }: Options) {
  const navigate = useNavigate()
  const { complete, moveTo, otherDevicePosition, isHeard } = reading
  const sectionId = section?._id ?? null
  const hasText = section?.content !== undefined
  // A ref, because an event must see the state that the event before it left, also before the next render.
  const place = useRef(initialPlace(sectionId))
  const [offer, setOffer] = useState<Place['offer']>(null)
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  const dispatch = useCallback(
    function dispatch(event: PlaceEvent) {
      function carryOut(action: PlaceAction): void {
        switch (action.type) {
          case 'complete-section':
            return complete(action.sectionId)
          case 'record-position':
            return moveTo(action.sectionId, action.percent)
          case 'open-section':
            if (!action.replace) return open(action.sectionId)
            return void navigate(`?bagian=${action.sectionId}`, { replace: true, preventScrollReset: true })
          case 'scroll-to':
            return scrollTo(action.target, textElement())
          case 'await-frame':
            cancelAnimationFrame(frame.current)
            frame.current = requestAnimationFrame(() => dispatch({ type: 'frame-started' }))
        }
      }
      const { place: next, actions } = reducePlace(place.current, event)
      place.current = next
      setOffer(next.offer)
      for (const action of actions) carryOut(action)
    },
    [complete, moveTo, navigate, open, textElement],
  )

  const percent = useScrollProgress({
    key: hasText ? sectionId : null,
    article,
    onRest: useCallback((progress) => dispatch({ type: 'scrolling-paused', ...progress }), [dispatch]),
  })

  useEffect(() => dispatch({ type: 'section-rendered', sectionId, hasText }), [dispatch, sectionId, hasText])

  const isStorageRead = reading.reading !== null
  const location = useLocation()
  const reportStored = useEffectEvent(() => {
    const { range = null } = (location.state ?? {}) as LinkState
    dispatch({
      type: 'storage-read',
      position: reading.reading?.position ?? null,
      linked: range,
      sectionIdInUrl,
      sections,
    })
    // A reload returns to where the reader is then.
    if (range) void navigate(location, { replace: true, preventScrollReset: true, state: null })
  })
  useEffect(() => {
    if (isStorageRead) reportStored()
  }, [isStorageRead])

  const reportOtherDevice = useEffectEvent((position: typeof otherDevicePosition) => {
    if (position) dispatch({ type: 'other-device-moved', position, sectionIdInUrl, sections })
  })
  useEffect(() => reportOtherDevice(otherDevicePosition), [otherDevicePosition])
  // After the position of another device, which is known with the same answer.
  useEffect(() => {
    if (isHeard) dispatch({ type: 'others-heard' })
  }, [dispatch, isHeard])

  const { query, showFound } = useHighlights({ sectionId, hasText, marks: reading.marks, textElement })

  return {
    percent,
    otherDevice: offer,
    stayHere: () => dispatch({ type: 'offer-declined', percent: measureScroll().percent }),
    goToOtherDevice: () => dispatch({ type: 'offer-accepted' }),
    goTo: (range: SectionRange) => dispatch({ type: 'range-chosen', range }),
    query,
    showFound,
  }
}

function scrollTo(target: ScrollTarget, text: HTMLElement | null): void {
  if ('percent' in target) {
    const { scrollHeight, clientHeight } = document.documentElement
    window.scrollTo({ top: ((scrollHeight - clientHeight) * target.percent) / 100, behavior: 'instant' })
  } else if (text) {
    const range = rangeOf(text, target.start, Math.max(target.start, target.end))
    const top = range?.getBoundingClientRect().top
    if (top !== undefined) window.scrollTo({ top: window.scrollY + top - aboveRangePx, behavior: 'instant' })
  }
}
