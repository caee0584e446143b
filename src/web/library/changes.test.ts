import { expect, test } from 'vitest'
import { mergeReading, nothingRead, type Mark, type Reading } from '#contract/library/reading.ts'
import { withMark, withPosition } from './changes.ts'
import { emptyReading, readingStore } from './reading-store.ts'

const noon = Date.UTC(2026, 10, 27, 5)
const slow = noon - 5 * 60_000
const mark: Omit<Mark, 'changedAt'> = {
  id: '00000000-0000-4000-8000-000000000001',
  sectionId: 's1',
  kind: 'highlight',
  start: 0,
  end: 4,
  quote: 'Kopi',
  note: '',
  deleted: false,
}
/** As a device with the right time left it. */
const known: Reading = withPosition(withMark(nothingRead, mark, noon), 's1', 40, noon)

test('what a device with a slow clock changes counts as later than what it knew', () => {
  const edited = withMark(known, { ...mark, note: 'Robusta' }, slow)
  expect(mergeReading(known, edited).marks).toMatchObject([{ note: 'Robusta' }])
  const deleted = withMark(known, { ...mark, deleted: true }, slow)
  expect(mergeReading(known, deleted).marks).toMatchObject([{ deleted: true }])
  const moved = withPosition(known, 's2', 10, slow)
  expect(mergeReading(known, moved).position).toMatchObject({ sectionId: 's2', percent: 10 })
})

test('a new mark of a device with a slow clock counts as changed since the last sending', () => {
  const own = withMark(known, { ...mark, id: mark.id.replace(/1$/, '2') }, slow)
  const times = own.marks.map(({ changedAt }) => changedAt)
  expect(times[1]?.localeCompare(times[0] ?? '')).toBe(1)
})

test('the clock of the device counts when it is ahead of what is known', () => {
  expect(withPosition(known, 's2', 10, noon + 60_000).position?.at).toBe(new Date(noon + 60_000).toISOString())
})

test('a deleted mark keeps nothing of its text', () => {
  expect(withMark(known, { ...mark, note: 'Rahasia', deleted: true }, noon).marks).toMatchObject([
    { quote: '', note: '' },
  ])
})

test('marks of a visitor are sent after the sign-in also when the user has sent later ones', () => {
  const stored = { ...emptyReading, reading: known, syncedAt: new Date(noon).toISOString() }
  const visitor = { ...emptyReading, reading: withMark(nothingRead, mark, slow), dirty: true }
  readingStore.put('user', 'book', stored)
  readingStore.put('user', 'book', visitor)
  expect(readingStore.read('user', 'book')).toMatchObject({ dirty: true, syncedAt: null })
})
