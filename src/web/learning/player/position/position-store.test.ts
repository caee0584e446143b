import { expect, test } from 'vitest'
import type { KeyValueStore } from '#web/learning/player/progress-queue.ts'
import { createPositionStore } from './position-store.ts'

function memoryStorage(values = new Map<string, string>()): KeyValueStore {
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value), removeItem: (key) => void values.delete(key) }
}
const position = (contentId: string, reached: number, after?: string) => ({ courseId: 'course', contentId, reached, after })

test('the later of the local and the server position counts', () => {
  const store = createPositionStore(memoryStorage(), 'sari')
  expect(store.latest('a', undefined)).toBeNull()
  store.record(position('a', 90))
  expect(store.latest('a', { reached: 20, notedAt: '2020-01-01T00:00:00.000Z' })?.reached).toBe(90)
  expect(store.latest('a', { reached: 20, notedAt: '2999-01-01T00:00:00.000Z' })?.reached).toBe(20)
  expect(store.latest('b', { reached: 7, notedAt: '2020-01-01T00:00:00.000Z' })?.reached).toBe(7)
})

test('with a slow device clock a new position still counts as later than the known one', () => {
  const store = createPositionStore(memoryStorage(), 'sari')
  const known = { reached: 20, notedAt: '2999-01-01T00:00:00.000Z' }
  store.record(position('a', 90, known.notedAt))
  expect(store.latest('a', known)?.reached).toBe(90)
})

test('a position recorded while an older one is being sent stays unsent', () => {
  const store = createPositionStore(memoryStorage(), 'sari')
  store.record(position('a', 10))
  const [[, sent] = [undefined, undefined]] = store.unsent()
  store.record(position('a', 12))
  store.settle('a', sent?.notedAt ?? '')
  expect(store.unsent().map(([, { reached }]) => reached)).toEqual([12])
  store.settle('a', store.unsent()[0]?.[1].notedAt ?? '')
  expect([store.unsent(), store.latest('a', undefined)?.reached]).toEqual([[], 12])
})

test('each user has separate positions, a damaged entry counts as empty, and the number of entries is limited', () => {
  const storage = memoryStorage()
  const store = createPositionStore(storage, 'sari')
  for (let lesson = 0; lesson < 320; lesson++) store.record(position(`lesson-${lesson}`, lesson, new Date(lesson * 1000 + 4e12).toISOString()))
  expect([createPositionStore(storage, 'budi').latest('lesson-319', undefined), store.unsent().length]).toEqual([null, 300])
  expect([store.latest('lesson-0', undefined), store.latest('lesson-319', undefined)?.reached]).toEqual([null, 319])
  storage.setItem('cendaki-positions:sari', '{"a"')
  expect(store.latest('lesson-319', undefined)).toBeNull()
})
