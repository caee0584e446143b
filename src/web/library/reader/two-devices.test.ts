import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeReading, nothingRead, type ReadingPosition } from '#contract/library/reading.ts'
import { emptyReading, type StoredReading } from '#web/library/reading-store.ts'
import { findOther, noteSent } from '#web/library/other-position.ts'
import { initialPlace, reducePlace, type Place, type PlaceEvent } from './reading-place.ts'

// Two devices of one reader and the server, with the rules of each and nothing between them but positions.

type Position = ReadingPosition | null
const sections = ['a', 'b', 'c'].map((_id) => ({ _id, heading: _id.toUpperCase() }))
/** Closer than this nobody misses anything. */
const nearPercent = 3
const isNear = (one: Position, other: Position) =>
  one?.sectionId === other?.sectionId && Math.abs((one?.percent ?? 0) - (other?.percent ?? 0)) <= nearPercent
const laterOf = (one: Position, other: Position) =>
  mergeReading({ ...nothingRead, position: one }, { ...nothingRead, position: other }).position

function startReader() {
  let minutes = 0
  const server = { position: null as Position, writer: '' }
  const lost: string[] = []

  function startDevice(name: string) {
    let stored: StoredReading = emptyReading
    let place: Place = initialPlace('a')
    let sectionIdInUrl: string | null = null
    let isOpen = false
    /** Positions of other devices that the page knows. */
    const told: Position[] = []

    function record(position: Position) {
      stored = { ...stored, reading: { ...stored.reading, position }, dirty: true }
    }
    function dispatch(event: PlaceEvent): void {
      const step = reducePlace(place, event)
      place = step.place
      for (const action of step.actions) {
        if (action.type === 'record-position') {
          const at = new Date(Date.UTC(2026, 10, 21, 3, minutes++)).toISOString()
          record({ sectionId: action.sectionId, percent: action.percent, at })
        }
        if (action.type === 'open-section') render(action.sectionId)
        if (action.type === 'await-frame') dispatch({ type: 'frame-started' })
        if (action.type === 'scroll-to' && 'percent' in action.target)
          dispatch({ type: 'scrolling-paused', percent: action.target.percent, isAtEnd: false, byReader: false })
      }
    }
    function render(sectionId: string) {
      sectionIdInUrl = sectionId
      dispatch({ type: 'section-rendered', sectionId, hasText: true })
    }

    /** As saveReading of the server and the task of the browser do. */
    function sync() {
      const sent = stored.dirty ? stored.reading.position : null
      if (stored.dirty) stored = noteSent(stored)
      const before = { ...server }
      const merged = laterOf(server.position, sent)
      const replaced = JSON.stringify(merged) === JSON.stringify(before.position) ? null : before.position
      if (replaced !== null || before.position === null) Object.assign(server, { position: merged, writer: name })
      const other = findOther({ position: merged, replaced }, { known: stored.known, local: stored.reading.position })
      stored = {
        ...stored,
        reading: { ...stored.reading, position: laterOf(stored.reading.position, merged) },
        dirty: false,
        known: [merged],
      }
      if (!isOpen) return
      if (other) {
        told.push(other)
        dispatch({ type: 'other-device-moved', position: other, sectionIdInUrl, sections })
      }
      dispatch({ type: 'others-heard' })
      const isOthers = replaced !== null && before.writer !== name
      if (isOthers && !isNear(replaced, merged) && !told.some((each) => isNear(each, replaced)))
        lost.push(`${name} replaced ${JSON.stringify(replaced)} with ${JSON.stringify(merged)}`)
    }

    return {
      open() {
        place = initialPlace('a')
        sectionIdInUrl = null
        isOpen = true
        // The stored position is the one opened at, so it is known.
        told.push(stored.reading.position)
        dispatch({ type: 'section-rendered', sectionId: 'a', hasText: true })
        dispatch({ type: 'storage-read', position: stored.reading.position, linked: null, sectionIdInUrl, sections })
      },
      sync,
      choose: (sectionId: string) => isOpen && render(sectionId),
      scroll(percent: number) {
        if (!isOpen) return
        const [offer, position] = [place.offer, stored.reading.position]
        const isSmall = Math.abs(percent - place.percent) < 20
        dispatch({ type: 'scrolling-paused', percent, isAtEnd: false, byReader: true })
        if (offer && isSmall && stored.reading.position !== position) lost.push(`${name} overwrote what is offered`)
      },
      accept: () => dispatch({ type: 'offer-accepted' }),
      decline: () => place.offer && dispatch({ type: 'offer-declined', percent: place.percent }),
      offer: () => place.offer?.position ?? null,
      position: () => stored.reading.position,
    }
  }
  return { devices: [startDevice('phone'), startDevice('laptop')] as const, lost, server }
}

type Reader = ReturnType<typeof startReader>
const device = fc.constantFrom(0, 1)
const step = fc.oneof(
  fc.record({ act: fc.constant('scroll' as const), device, percent: fc.integer({ min: 0, max: 99 }) }),
  fc.record({ act: fc.constant('choose' as const), device, sectionId: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ act: fc.constantFrom('sync' as const, 'open' as const, 'accept' as const, 'decline' as const), device }),
)

function take({ devices }: Reader, one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
  const on = devices[one.device as 0 | 1]
  if (one.act === 'scroll') on.scroll(one.percent)
  else if (one.act === 'choose') on.choose(one.sectionId)
  else on[one.act]()
}

test('whatever two devices do, and whenever they sync, no place of one is replaced by the other without having been offered or followed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const reader = startReader()
      for (const one of steps) take(reader, one)
      expect(reader.lost).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('a small scroll on a device that has not heard of the other one does not lose the further place: it is offered', () => {
  const { devices, server } = startReader()
  const [phone, laptop] = devices
  phone.open()
  laptop.open()
  phone.sync()
  laptop.sync()
  phone.scroll(69)
  phone.sync()
  laptop.scroll(5)
  laptop.sync()
  expect(laptop.offer()).toMatchObject({ sectionId: 'a', percent: 69 })
  laptop.accept()
  laptop.scroll(70)
  laptop.sync()
  expect(server.position).toMatchObject({ percent: 70 })
})
