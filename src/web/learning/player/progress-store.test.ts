import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mergeCompletionChanges, type CompletionChanges } from '#contract/learning/completion-changes.ts'
import { fakeBrowser, type FakeBrowser } from '#testing/fake-browser.ts'
import { applyChanges, pendingChanges, progressStore, queueChange, removeConfirmed } from './progress-store.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = fakeBrowser()
})
afterEach(() => void vi.unstubAllGlobals())

const lessons = ['a', 'b', 'c']

/** Events between a student, several tabs that share the storage, and a server behind an unreliable network. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), lesson: fc.constantFrom(...lessons), completed: fc.boolean() }),
  // The request is lost, or its response is lost, or both arrive; a slow response arrives after later changes.
  fc.record({ kind: fc.constant('send' as const), fate: fc.constantFrom('lost', 'answer-lost', 'fine', 'slow') }),
)

test('despite any network failure the server ends with the latest change of each lesson, and nothing stays queued', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      browser.storage.clear()
      let server: CompletionChanges = {}
      let expected: CompletionChanges = {}
      const late: (() => void)[] = []
      events.forEach((happened, second) => {
        if (happened.kind === 'change') {
          const change = { completed: happened.completed, markedAt: new Date(second * 1000).toISOString() }
          queueChange('sari', 'course', happened.lesson, change)
          expected = mergeCompletionChanges(expected, { [happened.lesson]: change })
          return
        }
        const sent = pendingChanges('sari', 'course')
        if (happened.fate === 'lost') return
        server = mergeCompletionChanges(server, sent)
        if (happened.fate === 'fine') removeConfirmed('sari', 'course', sent)
        if (happened.fate === 'slow') late.push(() => removeConfirmed('sari', 'course', sent))
      })
      for (const response of late) response()
      const rest = pendingChanges('sari', 'course')
      server = mergeCompletionChanges(server, rest)
      removeConfirmed('sari', 'course', rest)
      expect(server).toEqual(expected)
      expect(progressStore.list('sari')).toEqual([])
    }),
  )
})

test('queued changes already show', () => {
  const change = (completed: boolean) => ({ completed, markedAt: '2026-11-21T03:00:00.000Z' })
  expect(applyChanges(['a', 'gone'], { a: change(false), c: change(true) }, lessons)).toEqual(['c'])
})
