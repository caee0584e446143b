import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeCompletionChanges, type CompletionChanges } from './completion-changes.ts'

const change = fc.record({
  completed: fc.boolean(),
  markedAt: fc.integer({ min: 0, max: 6 }).map((second) => new Date(second * 1000).toISOString()),
})
const changes: fc.Arbitrary<CompletionChanges> = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), change, {
  noNullPrototype: true,
})

test('merging is commutative, associative and idempotent', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (batches, chance) => {
      const inOrder = batches.reduce(mergeCompletionChanges, {})
      const shuffled = [...batches, ...batches]
        .map((batch) => ({ batch, rank: chance.next().value }))
        .sort((a, b) => a.rank - b.rank)
      expect(
        shuffled.reduce((state, { batch }) => mergeCompletionChanges(state, batch), {} as CompletionChanges),
      ).toEqual(inOrder)
      const half = Math.floor(batches.length / 2)
      expect(
        mergeCompletionChanges(
          batches.slice(half).reduce(mergeCompletionChanges, {}),
          batches.slice(0, half).reduce(mergeCompletionChanges, {}),
        ),
      ).toEqual(inOrder)
    }),
  )
})

test('the later change wins, and at the same time the completion wins', () => {
  const at = (second: number, completed: boolean) => ({
    a: { completed, markedAt: new Date(second * 1000).toISOString() },
  })
  expect(mergeCompletionChanges(at(2, false), at(1, true))).toEqual(at(2, false))
  expect(mergeCompletionChanges(at(1, false), at(1, true))).toEqual(at(1, true))
})
