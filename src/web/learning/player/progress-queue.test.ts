import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeCompletionChanges, type CompletionChanges } from '#contract/completion-changes.ts'
import { applyChanges, createProgressQueue, type KeyValueStore } from './progress-queue.ts'

function storeOf(values = new Map<string, string>()): KeyValueStore {
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value), removeItem: (key) => void values.delete(key) }
}
const lessons = ['a', 'b', 'c']

/** What can happen between a student, two tabs and a server behind an unreliable network. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), tab: fc.nat(1), lesson: fc.constantFrom(...lessons), completed: fc.boolean() }),
  // The request is lost, or its response is lost, or both arrive; a slow response arrives after later changes.
  fc.record({ kind: fc.constant('send' as const), tab: fc.nat(1), fate: fc.constantFrom('lost', 'answer-lost', 'fine', 'slow') }),
  fc.record({ kind: fc.constant('reload' as const), tab: fc.nat(1) }),
)

test('despite any network failure the server ends with the latest change of each lesson, and the queue is empty', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const store = storeOf()
      const tabs = [createProgressQueue(store, 'sari'), createProgressQueue(store, 'sari')]
      let server: CompletionChanges = {}
      let expected: CompletionChanges = {}
      const late: (() => void)[] = []
      events.forEach((happened, second) => {
        if (happened.kind === 'reload') return void (tabs[happened.tab] = createProgressQueue(store, 'sari'))
        const queue = tabs[happened.tab]
        if (!queue) return
        if (happened.kind === 'change') {
          const change = { completed: happened.completed, markedAt: new Date(second * 1000).toISOString() }
          queue.add('course', happened.lesson, change)
          expected = mergeCompletionChanges(expected, { [happened.lesson]: change })
          return
        }
        const sent = queue.pending('course')
        if (happened.fate === 'lost') return
        server = mergeCompletionChanges(server, sent)
        if (happened.fate === 'fine') queue.settle('course', sent)
        if (happened.fate === 'slow') late.push(() => queue.settle('course', sent))
      })
      for (const answer of late) answer()
      const rest = createProgressQueue(store, 'sari')
      server = mergeCompletionChanges(server, rest.pending('course'))
      rest.settle('course', rest.pending('course'))
      expect(server).toEqual(expected)
      expect(rest.courses()).toEqual([])
    }),
  )
})

test('each user has a separate queue, and a damaged entry counts as an empty queue', () => {
  const store = storeOf()
  createProgressQueue(store, 'sari').add('course', 'a', { completed: true, markedAt: '2026-11-21T03:00:00.000Z' })
  expect(createProgressQueue(store, 'budi').courses()).toEqual([])
  store.setItem('cendaki-progress:sari', '{"course"')
  expect(createProgressQueue(store, 'sari').pending('course')).toEqual({})
})

test('queued changes already show', () => {
  const change = (completed: boolean) => ({ completed, markedAt: '2026-11-21T03:00:00.000Z' })
  expect(applyChanges(['a', 'gone'], { a: change(false), c: change(true) }, lessons)).toEqual(['c'])
})
