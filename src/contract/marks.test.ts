import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeMarks, type Marks } from './marks.ts'

const mark = fc.record({ completed: fc.boolean(), markedAt: fc.integer({ min: 0, max: 6 }).map((second) => new Date(second * 1000).toISOString()) })
const marks: fc.Arbitrary<Marks> = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), mark, { noNullPrototype: true })

test('marks merged in any order, in any grouping and however often give the same state', () => {
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (words, chance) => {
      const straight = words.reduce(mergeMarks, {})
      const again = [...words, ...words].map((word) => ({ word, place: chance.next().value })).sort((a, b) => a.place - b.place)
      expect(again.reduce((state, { word }) => mergeMarks(state, word), {} as Marks)).toEqual(straight)
      const half = Math.floor(words.length / 2)
      expect(mergeMarks(words.slice(half).reduce(mergeMarks, {}), words.slice(0, half).reduce(mergeMarks, {}))).toEqual(straight)
    }),
  )
})

test('the last word counts, and at the same moment "done" does', () => {
  const at = (second: number, completed: boolean) => ({ a: { completed, markedAt: new Date(second * 1000).toISOString() } })
  expect(mergeMarks(at(2, false), at(1, true))).toEqual(at(2, false))
  expect(mergeMarks(at(1, false), at(1, true))).toEqual(at(1, true))
})
