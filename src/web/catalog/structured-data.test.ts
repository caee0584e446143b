import { expect, test } from 'vitest'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { asDuration } from './structured-data.ts'

const lesson = (changes: Partial<LessonSummary>): LessonSummary => ({
  _id: 'x',
  title: 'Materi',
  type: 'text',
  courseId: 'y',
  isPreview: false,
  readingMinutes: null,
  ...changes,
})

test.each([
  ['reading times', [lesson({ readingMinutes: 4 }), lesson({ readingMinutes: 3 })], 'PT7M'],
  ['lengths of videos', [lesson({ type: 'video', durationSeconds: 3_600 })], 'PT1H'],
  ['usual times', [lesson({ type: 'assignment' }), lesson({ type: 'video' })], 'PT1H10M'],
  ['nothing', [], 'PT1M'],
])('the time for lessons is of %s', (_, lessons, duration) => expect(asDuration(lessons)).toBe(duration))
