import { expect, test } from 'vitest'
import type { Shelf } from '#web/learning/player/progress-queue.ts'
import { createPositionStore } from './position-store.ts'

function shelfOf(values = new Map<string, string>()): Shelf {
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value), removeItem: (key) => void values.delete(key) }
}
const noted = (contentId: string, reached: number, after?: string) => ({ courseId: 'course', contentId, reached, after })

test('of what the device and the server know, the later one counts', () => {
  const store = createPositionStore(shelfOf(), 'sari')
  expect(store.latest('a', undefined)).toBeNull()
  store.note(noted('a', 90))
  expect(store.latest('a', { reached: 20, notedAt: '2020-01-01T00:00:00.000Z' })?.reached).toBe(90)
  expect(store.latest('a', { reached: 20, notedAt: '2999-01-01T00:00:00.000Z' })?.reached).toBe(20)
  expect(store.latest('b', { reached: 7, notedAt: '2020-01-01T00:00:00.000Z' })?.reached).toBe(7)
})

test('a clock that runs slow still speaks after what it has heard', () => {
  const store = createPositionStore(shelfOf(), 'sari')
  const heard = { reached: 20, notedAt: '2999-01-01T00:00:00.000Z' }
  store.note(noted('a', 90, heard.notedAt))
  expect(store.latest('a', heard)?.reached).toBe(90)
})

test('what is noted while an older position is on its way still has to go', () => {
  const store = createPositionStore(shelfOf(), 'sari')
  store.note(noted('a', 10))
  const [[, sent] = [undefined, undefined]] = store.unsent()
  store.note(noted('a', 12))
  store.settle('a', sent?.notedAt ?? '')
  expect(store.unsent().map(([, { reached }]) => reached)).toEqual([12])
  store.settle('a', store.unsent()[0]?.[1].notedAt ?? '')
  expect([store.unsent(), store.latest('a', undefined)?.reached]).toEqual([[], 12])
})

test('one person’s positions are not another’s, a damaged store is an empty one, and it does not grow without end', () => {
  const shelf = shelfOf()
  const store = createPositionStore(shelf, 'sari')
  for (let lesson = 0; lesson < 320; lesson++) store.note(noted(`lesson-${lesson}`, lesson, new Date(lesson * 1000 + 4e12).toISOString()))
  expect([createPositionStore(shelf, 'budi').latest('lesson-319', undefined), store.unsent().length]).toEqual([null, 300])
  expect([store.latest('lesson-0', undefined), store.latest('lesson-319', undefined)?.reached]).toEqual([null, 319])
  shelf.setItem('cendaki-positions:sari', '{"a"')
  expect(store.latest('lesson-319', undefined)).toBeNull()
})
