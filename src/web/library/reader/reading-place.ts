// The rules of the place in an e-book, without a browser: an event leads to the next state and to actions, which `useReadingPlace` carries out.

export type SectionRange = { sectionId: string; start: number; end: number }
type Spot = { sectionId: string; percent: number }
export type ScrollTarget = Spot | SectionRange

type SectionName = { readonly _id: string; readonly heading: string }

export type Place = {
  /** The section on screen; null in an empty e-book. */
  sectionId: string | null
  /** True when its text is rendered. Without it there is nothing to scroll to. */
  hasText: boolean
  /** The stored position is known. Before that nothing is recorded, because it would replace that position. */
  isRestored: boolean
  /** The reader has scrolled, so the page no longer moves by itself. */
  hasScrolled: boolean
  /** Where to scroll once its section is rendered. */
  target: ScrollTarget | null
  /** How far the page was scrolled when scrolling last paused. */
  percent: number
  /** The positions of other devices are known, or cannot be. Before that nothing is recorded, because it would replace theirs. */
  isHeard: boolean
  /** Where the reader scrolled to before that. */
  unrecorded: Spot | null
  /** Another device is elsewhere, and the reader is asked whether to go there. Until they choose, nothing replaces that position. */
  offer: { position: Spot; heading: string; isHere: boolean } | null
}

export type PlaceEvent =
  /** `linked`: the mark that the link to this page names. */
  | {
      type: 'storage-read'
      position: Spot | null
      linked: SectionRange | null
      sectionIdInUrl: string | null
      sections: readonly SectionName[]
    }
  | { type: 'other-device-moved'; position: Spot; sectionIdInUrl: string | null; sections: readonly SectionName[] }
  /** The server has answered, or cannot be asked. */
  | { type: 'others-heard' }
  | { type: 'offer-accepted' }
  /** `percent`: how far the page is scrolled. */
  | { type: 'offer-declined'; percent: number }
  | { type: 'section-rendered'; sectionId: string | null; hasText: boolean }
  /** The next frame, when the router has scrolled the new page to its top. */
  | { type: 'frame-started' }
  /** `byReader`: not by the router and not by a restored position. */
  | { type: 'scrolling-paused'; percent: number; isAtEnd: boolean; byReader: boolean }
  /** A search result, a bookmark or a highlight was chosen. */
  | { type: 'range-chosen'; range: SectionRange }

export type PlaceAction =
  | { type: 'complete-section'; sectionId: string }
  | { type: 'record-position'; sectionId: string; percent: number }
  /** `replace`: without an entry in the browser history. */
  | { type: 'open-section'; sectionId: string; replace: boolean }
  | { type: 'await-frame' }
  | { type: 'scroll-to'; target: ScrollTarget }

type Step = { place: Place; actions: readonly PlaceAction[] }

export const initialPlace = (sectionId: string | null): Place => ({
  sectionId,
  hasText: false,
  isRestored: false,
  hasScrolled: false,
  percent: 0,
  isHeard: false,
  unrecorded: null,
  target: null,
  offer: null,
})

export function reducePlace(place: Place, event: PlaceEvent): Step {
  switch (event.type) {
    case 'storage-read':
      return restore(place, event)
    case 'other-device-moved':
      return followOther(place, event)
    case 'others-heard':
      return hear(place)
    case 'offer-accepted':
      return place.offer ? goTo({ ...place, offer: null, unrecorded: null }, place.offer.position) : stepTo(place)
    case 'offer-declined':
      return stepTo(
        { ...place, offer: null, unrecorded: null },
        place.sectionId === null
          ? []
          : [{ type: 'record-position', sectionId: place.sectionId, percent: event.percent }],
      )
    case 'section-rendered':
      return showSection(place, event)
    case 'frame-started':
      return scrollIfRendered(place)
    case 'scrolling-paused':
      return pauseScrolling(place, event)
    case 'range-chosen':
      return goTo(place, event.range)
  }
}

/** Closer than this the two are at the same place. */
const samePlacePercent = 3
/** Who reads on this far without an answer stays here. */
const readOnPercent = 20

/** Follows another device while the reader has done nothing here, and asks them else. */
function followOther(
  place: Place,
  { position, sectionIdInUrl, sections }: Extract<PlaceEvent, { type: 'other-device-moved' }>,
): Step {
  const heading = sections.find(({ _id }) => _id === position.sectionId)?.heading
  if (heading === undefined) return stepTo(place)
  const isHere = position.sectionId === place.sectionId
  const here = place.target && 'percent' in place.target ? place.target.percent : place.percent
  if (isHere && Math.abs(position.percent - here) < samePlacePercent) return stepTo(place)
  const isUntouched =
    !place.hasScrolled && (sectionIdInUrl === null || (isHere && sectionIdInUrl === position.sectionId))
  return isUntouched ? goTo(place, position) : stepTo({ ...place, offer: { position, heading, isHere } })
}

/** Records now what was scrolled before, unless another device was elsewhere. */
function hear(before: Place): Step {
  const place: Place = { ...before, isHeard: true, unrecorded: null }
  if (!before.unrecorded || before.offer || before.target) return stepTo(place)
  return stepTo(place, [{ type: 'record-position', ...before.unrecorded }])
}

const stepTo = (place: Place, actions: readonly PlaceAction[] = []): Step => ({ place, actions })

/** Happens once: at a linked mark, else at the stored position when the URL names no other section. */
function restore(
  before: Place,
  { position, linked, sectionIdInUrl, sections }: Extract<PlaceEvent, { type: 'storage-read' }>,
): Step {
  if (before.isRestored) return stepTo(before)
  const place: Place = { ...before, isRestored: true }
  const exists = ({ sectionId }: ScrollTarget) => sections.some(({ _id }) => _id === sectionId)
  if (linked && linked.sectionId === sectionIdInUrl && exists(linked))
    return stepTo({ ...place, target: linked }, [{ type: 'await-frame' }])
  if (!position || !exists(position)) return stepTo(place)
  if (sectionIdInUrl !== null && sectionIdInUrl !== position.sectionId) return stepTo(place)
  const opening: PlaceAction[] =
    sectionIdInUrl === null ? [{ type: 'open-section', sectionId: position.sectionId, replace: true }] : []
  // If that section is rendered already, no other event leads to scrolling.
  return stepTo({ ...place, target: position }, [...opening, { type: 'await-frame' }])
}

/** Opening a section makes it the current position, unless there is a target to scroll to. */
function showSection(before: Place, { sectionId, hasText }: Extract<PlaceEvent, { type: 'section-rendered' }>): Step {
  const place: Place = { ...before, sectionId, hasText }
  const isNew = sectionId !== null && sectionId !== before.sectionId
  if (place.target) return stepTo(place, [{ type: 'await-frame' }])
  return isNew && place.isRestored ? record({ ...place, percent: 0 }, { sectionId, percent: 0 }) : stepTo(place)
}

function pauseScrolling(
  place: Place,
  { percent, isAtEnd, byReader }: Extract<PlaceEvent, { type: 'scrolling-paused' }>,
): Step {
  const { sectionId, offer } = place
  if (sectionId === null) return stepTo(place)
  const completing: PlaceAction[] = isAtEnd ? [{ type: 'complete-section', sectionId }] : []
  if (!byReader || !place.isRestored || place.target)
    return stepTo(byReader ? place : { ...place, percent }, completing)
  const scrolled: Place = { ...place, hasScrolled: true, percent }
  // Who has read a section to its end has read on, however short it is.
  if (offer && !isAtEnd && Math.abs(percent - place.percent) < readOnPercent)
    return stepTo({ ...scrolled, percent: place.percent }, completing)
  const recorded = record({ ...scrolled, offer: null }, { sectionId, percent })
  return stepTo(recorded.place, [...completing, ...recorded.actions])
}

function record(place: Place, spot: Spot): Step {
  if (!place.isHeard) return stepTo({ ...place, unrecorded: spot })
  return place.offer ? stepTo(place) : stepTo(place, [{ type: 'record-position', ...spot }])
}

function goTo(place: Place, target: ScrollTarget): Step {
  if (target.sectionId === place.sectionId) return scrollIfRendered({ ...place, target })
  return stepTo({ ...place, target }, [{ type: 'open-section', sectionId: target.sectionId, replace: false }])
}

function scrollIfRendered(place: Place): Step {
  const { target } = place
  if (!target || target.sectionId !== place.sectionId || !place.hasText) return stepTo(place)
  return stepTo({ ...place, target: null }, [{ type: 'scroll-to', target }])
}
