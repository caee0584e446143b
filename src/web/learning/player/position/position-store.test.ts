import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser, type FakeBrowser } from '#testing/fake-browser.ts'
import {
  latestPosition,
  positionStore,
  positionTask,
  recordPosition,
  confirmPosition,
  unsentPositions,
} from './position-store.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = fakeBrowser()
})
afterEach(() => void vi.unstubAllGlobals())

const lesson = (lessonId: string, userId = 'sari') => ({ userId, courseId: 'course', contentId: lessonId })
const unsent = () => unsentPositions('sari', 'course')

test('the later of the local and the server position counts', () => {
  expect(latestPosition(lesson('a'), undefined)).toBeNull()
  recordPosition(lesson('a'), { reached: 90, after: undefined })
  expect(latestPosition(lesson('a'), { reached: 20, notedAt: '2020-01-01T00:00:00.000Z' })?.reached).toBe(90)
  expect(latestPosition(lesson('a'), { reached: 20, notedAt: '2999-01-01T00:00:00.000Z' })?.reached).toBe(20)
  expect(latestPosition(lesson('b'), { reached: 7, notedAt: '2020-01-01T00:00:00.000Z' })?.reached).toBe(7)
})

test('with a slow device clock a new position still counts as later than the known one', () => {
  const known = { reached: 20, notedAt: '2999-01-01T00:00:00.000Z' }
  recordPosition(lesson('a'), { reached: 90, after: known.notedAt })
  expect(latestPosition(lesson('a'), known)?.reached).toBe(90)
})

test('a position recorded while an older one is being sent stays unsent', () => {
  recordPosition(lesson('a'), { reached: 10, after: undefined })
  const [[, sent] = [undefined, undefined]] = unsent()
  recordPosition(lesson('a'), { reached: 12, after: undefined })
  confirmPosition(lesson('a'), sent?.notedAt ?? '')
  expect(unsent().map(([, { reached }]) => reached)).toEqual([12])
  expect(positionTask.unsent('sari')).toEqual(['course'])
  confirmPosition(lesson('a'), unsent()[0]?.[1].notedAt ?? '')
  expect([unsent(), positionTask.unsent('sari'), latestPosition(lesson('a'), undefined)?.reached]).toEqual([[], [], 12])
})

test('each user has separate positions, a damaged entry counts as empty, and the number of lessons is limited', () => {
  for (let index = 0; index < 320; index++)
    recordPosition(lesson(`lesson-${index}`), { reached: index, after: new Date(index * 1000 + 4e12).toISOString() })
  expect([latestPosition(lesson('lesson-319', 'budi'), undefined), unsent().length]).toEqual([null, 300])
  expect([
    latestPosition(lesson('lesson-0'), undefined),
    latestPosition(lesson('lesson-319'), undefined)?.reached,
  ]).toEqual([null, 319])
  browser.storage.set('cendaki-positions:sari:course', '{"a"')
  expect([latestPosition(lesson('lesson-319'), undefined), positionStore.read('sari', 'course')]).toEqual([null, null])
})
