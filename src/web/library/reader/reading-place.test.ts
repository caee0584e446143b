import { describe, expect, test } from 'vitest'
import {
  initialPlace,
  reducePlace,
  type Place,
  type PlaceAction,
  type PlaceEvent,
  type SectionRange,
} from './reading-place.ts'

const sections = [
  { _id: 'a', heading: 'Awal' },
  { _id: 'b', heading: 'Tengah' },
  { _id: 'c', heading: 'Akhir' },
]
const rendered = (sectionId: string, hasText = true): PlaceEvent => ({ type: 'section-rendered', sectionId, hasText })
const read = (
  position: { sectionId: string; percent: number } | null,
  sectionIdInUrl: string | null = null,
  linked: SectionRange | null = null,
): PlaceEvent => ({
  type: 'storage-read',
  position,
  linked,
  sectionIdInUrl,
  sections,
})
const otherDevice = (sectionId: string, sectionIdInUrl: string | null = null): PlaceEvent => ({
  type: 'other-device-moved',
  position: { sectionId, percent: 60 },
  sectionIdInUrl,
  sections,
})
const scrolled = (percent: number, { isAtEnd = false, byReader = true } = {}): PlaceEvent => ({
  type: 'scrolling-paused',
  percent,
  isAtEnd,
  byReader,
})
const frame: PlaceEvent = { type: 'frame-started' }
const heard: PlaceEvent = { type: 'others-heard' }

/** The place after these events, and the actions of the last one. Starts with section a on screen. */
function after(...events: PlaceEvent[]): { place: Place; actions: readonly PlaceAction[] } {
  let step: ReturnType<typeof reducePlace> = { place: initialPlace('a'), actions: [] }
  for (const event of [rendered('a'), heard, ...events]) step = reducePlace(step.place, event)
  return step
}
const actionsAfter = (...events: PlaceEvent[]) => after(...events).actions

const open = (sectionId: string, replace = false): PlaceAction => ({ type: 'open-section', sectionId, replace })
const record = (sectionId: string, percent: number): PlaceAction => ({ type: 'record-position', sectionId, percent })

describe('the stored position', () => {
  const position = { sectionId: 'b', percent: 40 }

  test('opens its section when the URL names none, and is scrolled to in the frame after its text is rendered', () => {
    expect(actionsAfter(read(position))).toEqual([open('b', true), { type: 'await-frame' }])
    expect(actionsAfter(read(position), frame)).toEqual([])
    expect(actionsAfter(read(position), rendered('b', false), frame)).toEqual([])
    expect(actionsAfter(read(position), rendered('b', false), rendered('b'))).toEqual([{ type: 'await-frame' }])
    expect(actionsAfter(read(position), rendered('b', false), rendered('b'), frame)).toEqual([
      { type: 'scroll-to', target: position },
    ])
    expect(actionsAfter(read(position), rendered('b'), frame, frame)).toEqual([])
  })

  test('is scrolled to without navigation when the URL names its section', () => {
    expect(actionsAfter(rendered('b'), read(position, 'b'))).toEqual([{ type: 'await-frame' }])
    expect(actionsAfter(rendered('b'), read(position, 'b'), frame)).toEqual([{ type: 'scroll-to', target: position }])
  })

  test('changes nothing when the URL names another section, or when its section no longer exists', () => {
    expect(actionsAfter(read(position, 'a'))).toEqual([])
    expect(actionsAfter(read({ sectionId: 'removed', percent: 40 }))).toEqual([])
    expect(actionsAfter(read(null))).toEqual([])
  })

  test('is restored only once', () => {
    expect(actionsAfter(read(null), read(position))).toEqual([])
  })
})

describe('a link to a mark', () => {
  const linked = { sectionId: 'b', start: 10, end: 20 }

  test('is scrolled to instead of the stored position', () => {
    expect(actionsAfter(rendered('b'), read({ sectionId: 'b', percent: 40 }, 'b', linked), frame)).toEqual([
      { type: 'scroll-to', target: linked },
    ])
  })

  test('is ignored when its section is not the one of the URL, or no longer exists', () => {
    expect(actionsAfter(read(null, 'a', linked))).toEqual([])
    expect(actionsAfter(read(null, 'removed', { ...linked, sectionId: 'removed' }))).toEqual([])
  })
})

describe('the position is recorded', () => {
  test('when the reader stops scrolling', () => {
    expect(actionsAfter(read(null), scrolled(30))).toEqual([record('a', 30)])
  })

  test('when another section opens', () => {
    expect(actionsAfter(read(null), rendered('b', false))).toEqual([record('b', 0)])
    expect(actionsAfter(read(null), rendered('b', false), rendered('b'))).toEqual([])
  })

  test('not before the stored position is known, nor while it is still to be scrolled to', () => {
    expect(actionsAfter(scrolled(30))).toEqual([])
    expect(actionsAfter(rendered('b'))).toEqual([])
    expect(actionsAfter(read({ sectionId: 'b', percent: 40 }), scrolled(0))).toEqual([])
    expect(actionsAfter(read({ sectionId: 'b', percent: 40 }), rendered('b'), scrolled(0))).toEqual([])
  })

  test('not when the page scrolled by itself', () => {
    expect(actionsAfter(read(null), scrolled(30, { byReader: false }))).toEqual([])
  })
})

describe('a section is completed', () => {
  const completeA: PlaceAction = { type: 'complete-section', sectionId: 'a' }

  test('at its end, even if nobody scrolled and before the stored position is known', () => {
    expect(actionsAfter(scrolled(100, { isAtEnd: true, byReader: false }))).toEqual([completeA])
    expect(actionsAfter(read(null), scrolled(100, { isAtEnd: true }))).toEqual([completeA, record('a', 100)])
  })

  test('but not in an e-book without sections', () => {
    expect(reducePlace(initialPlace(null), scrolled(100, { isAtEnd: true })).actions).toEqual([])
  })
})

describe('the position of another device', () => {
  test('is opened at once while the reader has not scrolled and the URL names no section', () => {
    expect(actionsAfter(read(null), otherDevice('c'))).toEqual([open('c')])
    expect(actionsAfter(read(null), otherDevice('c'), rendered('c'), frame)).toEqual([
      { type: 'scroll-to', target: { sectionId: 'c', percent: 60 } },
    ])
  })

  test('is offered once the reader has scrolled, or when the URL names a section', () => {
    const offer = { position: { sectionId: 'c', percent: 60 }, heading: 'Akhir', isHere: false }
    for (const step of [
      after(read(null), scrolled(10), otherDevice('c')),
      after(read(null, 'a'), otherDevice('c', 'a')),
    ]) {
      expect(step.place.offer).toEqual(offer)
      expect(step.actions).toEqual([])
    }
  })

  test('is followed within the section on screen too: at once while the reader has done nothing, else offered', () => {
    const spot = { sectionId: 'a', percent: 60 }
    expect(actionsAfter(read(null), otherDevice('a'))).toEqual([{ type: 'scroll-to', target: spot }])
    expect(actionsAfter(read(null, 'a'), otherDevice('a', 'a'))).toEqual([{ type: 'scroll-to', target: spot }])
    expect(after(read(null), scrolled(5), otherDevice('a')).place.offer).toEqual({
      position: spot,
      heading: 'Awal',
      isHere: true,
    })
  })

  test('is not replaced by a small scroll while it is offered; who reads on without an answer stays', () => {
    const offered = [read(null), scrolled(5), otherDevice('a')]
    expect(actionsAfter(...offered, scrolled(8))).toEqual([])
    expect(actionsAfter(...offered, scrolled(8), scrolled(24))).toEqual([])
    const { place, actions } = after(...offered, scrolled(8), scrolled(26))
    expect([place.offer, actions]).toEqual([null, [record('a', 26)]])
  })

  test('is waited for: what is scrolled before it is known is recorded afterwards, unless it is elsewhere', () => {
    const before = (...events: PlaceEvent[]) => {
      let step: ReturnType<typeof reducePlace> = { place: initialPlace('a'), actions: [] }
      for (const event of [rendered('a'), read(null), ...events]) step = reducePlace(step.place, event)
      return step
    }
    expect(before(scrolled(5)).actions).toEqual([])
    expect(before(scrolled(5), heard).actions).toEqual([record('a', 5)])
    expect(before(scrolled(5), otherDevice('a'), heard).actions).toEqual([])
    expect(before(scrolled(5), otherDevice('a'), heard, { type: 'offer-declined', percent: 5 }).actions).toEqual([
      record('a', 5),
    ])
  })

  test('is ignored when it is at the same place, or its section no longer exists', () => {
    for (const events of [
      [scrolled(58), otherDevice('a')],
      [scrolled(10), otherDevice('removed')],
    ]) {
      const { place, actions } = after(read(null), ...events)
      expect(place.offer).toBeNull()
      expect(actions).toEqual([])
    }
  })

  test('is opened when the reader accepts, and the offer disappears', () => {
    const { place, actions } = after(read(null), scrolled(10), otherDevice('c'), { type: 'offer-accepted' })
    expect(place.offer).toBeNull()
    expect(actions).toEqual([open('c')])
  })

  test('is scrolled to at once when the reader has opened its section in the meantime, and later scrolling is recorded', () => {
    const accepted = [read(null), scrolled(10), otherDevice('c'), rendered('c'), { type: 'offer-accepted' }] as const
    expect(actionsAfter(...accepted)).toEqual([{ type: 'scroll-to', target: { sectionId: 'c', percent: 60 } }])
    expect(actionsAfter(...accepted, scrolled(70))).toEqual([record('c', 70)])
  })

  test('is replaced by the position on screen when the reader declines', () => {
    const { place, actions } = after(read(null), scrolled(10), otherDevice('c'), {
      type: 'offer-declined',
      percent: 10,
    })
    expect(place.offer).toBeNull()
    expect(actions).toEqual([record('a', 10)])
  })
})

describe('a chosen range', () => {
  test('is scrolled to at once in the section on screen', () => {
    const range = { sectionId: 'a', start: 5, end: 9 }
    expect(actionsAfter({ type: 'range-chosen', range })).toEqual([{ type: 'scroll-to', target: range }])
  })

  test('of another section opens that section first, and does not record its beginning', () => {
    const range = { sectionId: 'b', start: 5, end: 9 }
    expect(actionsAfter(read(null), { type: 'range-chosen', range })).toEqual([open('b')])
    expect(actionsAfter(read(null), { type: 'range-chosen', range }, rendered('b'))).toEqual([{ type: 'await-frame' }])
    expect(actionsAfter(read(null), { type: 'range-chosen', range }, rendered('b'), frame)).toEqual([
      { type: 'scroll-to', target: range },
    ])
  })
})
