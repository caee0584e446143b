import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeReading, nothingRead, readingPercent, type Mark, type Reading } from './reading.ts'

const sectionId = fc.constantFrom('s1', 's2', 's3', 's4')
const instant = fc
  .integer({ min: 0, max: 5 })
  .map((step) => new Date(Date.UTC(2026, 10, 21) + step * 1000).toISOString())
const mark: fc.Arbitrary<Mark> = fc.record({
  id: fc.constantFrom('m1', 'm2', 'm3'),
  sectionId,
  kind: fc.constantFrom('bookmark', 'highlight'),
  start: fc.nat(9),
  end: fc.nat(9),
  quote: fc.constantFrom('', 'kutipan'),
  note: fc.constantFrom('', 'satu', 'dua'),
  changedAt: instant,
  deleted: fc.boolean(),
})
const reading: fc.Arbitrary<Reading> = fc
  .record({
    completedSectionIds: fc.array(sectionId),
    position: fc.option(fc.record({ sectionId, percent: fc.nat(100), at: instant }), { nil: null }),
    marks: fc.array(mark, { maxLength: 6 }),
  })
  // A device stores each mark once.
  .map((state) => mergeReading(state, nothingRead))

describe('merging the reading states of two devices', () => {
  test('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(reading, reading, reading, (a, b, c) => {
        expect(mergeReading(a, b)).toEqual(mergeReading(b, a))
        expect(mergeReading(mergeReading(a, b), c)).toEqual(mergeReading(a, mergeReading(b, c)))
        expect(mergeReading(a, mergeReading(a, b))).toEqual(mergeReading(a, b))
      }),
    )
  })

  test('loses no finished section, and percent never decreases', () => {
    fc.assert(
      fc.property(reading, reading, (a, b) => {
        const both = mergeReading(a, b)
        for (const id of [...a.completedSectionIds, ...b.completedSectionIds])
          expect(both.completedSectionIds).toContain(id)
        const all = ['s1', 's2', 's3', 's4', 's5']
        expect(readingPercent(both.completedSectionIds, all)).toBeGreaterThanOrEqual(
          readingPercent(a.completedSectionIds, all),
        )
      }),
    )
  })

  test('converges to one state for late, duplicated and reordered events', () => {
    const events = fc.array(reading, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        events.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
        ),
        ([sent, arrived]) => {
          expect(arrived.reduce(mergeReading, nothingRead)).toEqual(sent.reduce(mergeReading, nothingRead))
        },
      ),
    )
  })

  test('keeps the later position, and a deleted mark stays deleted', () => {
    const at = (second: number) => `2026-11-21T00:00:0${second}.000Z`
    const bookmark = {
      id: 'm1',
      sectionId: 's1',
      kind: 'bookmark',
      start: 0,
      end: 0,
      quote: '',
      note: '',
      changedAt: at(1),
      deleted: false,
    } as const
    const phone: Reading = {
      completedSectionIds: [],
      position: { sectionId: 's1', percent: 90, at: at(1) },
      marks: [bookmark],
    }
    const laptop: Reading = {
      completedSectionIds: [],
      position: { sectionId: 's2', percent: 10, at: at(2) },
      marks: [{ ...bookmark, changedAt: at(2), deleted: true }],
    }
    expect(mergeReading(phone, laptop)).toMatchObject({ position: { sectionId: 's2' }, marks: [{ deleted: true }] })
  })
})

test('percent is completed over all sections, rounded, and 0 for an empty e-book', () => {
  expect([
    readingPercent(['a'], ['a', 'b', 'c']),
    readingPercent(['a', 'gone'], ['a', 'b', 'c']),
    readingPercent(['a'], []),
  ]).toEqual([33, 33, 0])
})
