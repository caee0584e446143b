import { expect, test } from 'vitest'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import type { CourseOverview } from '#contract/learning/learning.ts'
import { asDuration, describeCourse } from './structured-data.ts'

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

// developers.google.com/search/docs/appearance/structured-data/course-info
const required = ['name', 'description', 'provider', 'offers', 'hasCourseInstance']
const bare = {
  _id: 'y',
  title: 'HTML',
  tagline: '',
  description: 'Belajar. '.repeat(200),
  details: [],
  chapters: [],
  learn: [],
  levels: [],
  instructors: [],
  category: { name: 'Web', slug: '' },
  price: 0,
  discount: 0,
  enrollmentCount: 0,
  ratingCount: 0,
  rating: 0,
  publishedAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
} as unknown as CourseOverview

test.each([
  ['without anything optional', bare],
  ['with lessons and a tagline', { ...bare, tagline: 'Dari nol', details: [lesson({})] }],
])('a course %s has every field that Google requires', (_, course) => {
  const [described] = describeCourse('https://kelas.id', 'Kelas', course)
  for (const field of required) expect(described?.[field], field).toBeTruthy()
  expect(String(described?.['description']).length).toBeLessThanOrEqual(500)
  expect(described).toMatchObject({
    provider: { '@type': 'Organization', name: 'Kelas' },
    offers: { category: 'Free', price: 0, priceCurrency: 'IDR' },
    hasCourseInstance: { courseMode: 'Online', courseWorkload: expect.stringMatching(/^PT/) as string },
  })
})
