import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeMarks, type Marks } from '#contract/marks.ts'
import { createProgressQueue, withMarks, type Shelf } from './progress-queue.ts'

function shelfOf(values = new Map<string, string>()): Shelf {
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value), removeItem: (key) => void values.delete(key) }
}
const lessons = ['a', 'b', 'c']

/** What can happen between a student, two tabs and a server behind a bad line. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('mark' as const), tab: fc.nat(1), lesson: fc.constantFrom(...lessons), completed: fc.boolean() }),
  // The request is lost, or arrives but its answer is lost, or all goes well; a slow answer comes after later marks.
  fc.record({ kind: fc.constant('send' as const), tab: fc.nat(1), fate: fc.constantFrom('lost', 'answer-lost', 'fine', 'slow') }),
  fc.record({ kind: fc.constant('reload' as const), tab: fc.nat(1) }),
)

test('whatever the network does, the server ends up with the last word about each lesson, and the queue empty', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const shelf = shelfOf()
      const tabs = [createProgressQueue(shelf, 'sari'), createProgressQueue(shelf, 'sari')]
      let server: Marks = {}
      let said: Marks = {}
      const late: (() => void)[] = []
      events.forEach((happened, second) => {
        if (happened.kind === 'reload') return void (tabs[happened.tab] = createProgressQueue(shelf, 'sari'))
        const queue = tabs[happened.tab]
        if (!queue) return
        if (happened.kind === 'mark') {
          const mark = { completed: happened.completed, markedAt: new Date(second * 1000).toISOString() }
          queue.add('course', happened.lesson, mark)
          said = mergeMarks(said, { [happened.lesson]: mark })
          return
        }
        const sent = queue.pending('course')
        if (happened.fate === 'lost') return
        server = mergeMarks(server, sent)
        if (happened.fate === 'fine') queue.settle('course', sent)
        if (happened.fate === 'slow') late.push(() => queue.settle('course', sent))
      })
      for (const answer of late) answer()
      const rest = createProgressQueue(shelf, 'sari')
      server = mergeMarks(server, rest.pending('course'))
      rest.settle('course', rest.pending('course'))
      expect(server).toEqual(said)
      expect(rest.courses()).toEqual([])
    }),
  )
})

test('one person’s marks are not another’s, and a damaged store is an empty one', () => {
  const shelf = shelfOf()
  createProgressQueue(shelf, 'sari').add('course', 'a', { completed: true, markedAt: '2026-11-21T03:00:00.000Z' })
  expect(createProgressQueue(shelf, 'budi').courses()).toEqual([])
  shelf.setItem('cendaki-progress:sari', '{"course"')
  expect(createProgressQueue(shelf, 'sari').pending('course')).toEqual({})
})

test('what is on its way already shows', () => {
  const mark = (completed: boolean) => ({ completed, markedAt: '2026-11-21T03:00:00.000Z' })
  expect(withMarks(['a', 'gone'], { a: mark(false), c: mark(true) }, lessons)).toEqual(['c'])
})
