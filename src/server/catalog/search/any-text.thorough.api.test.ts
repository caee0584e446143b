import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
  await site.createCourse({ title: 'Menganyam Pandan' })
  await site.createEbook({ title: 'Menganyam Rotan' })
})
afterAll(() => site.close())

// Signs that tsquery, `like` or a normalization treats specially.
const special = fc.constantFrom(
  "'",
  '\\',
  '%',
  '_',
  '#',
  '+',
  ':',
  '*',
  '&',
  '|',
  '!',
  '<->',
  '(',
  ')',
  '"',
  '$1',
  'mem',
  'peng',
  'ng',
  'ab',
  '\u3316',
  'ß',
  'İ',
  '\u0301',
  '💥',
  ' ',
)

test('any text causes no failure', async () => {
  const text = fc.oneof(
    fc.array(special, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(text, async (q) => {
      for (const path of ['/search', '/search/suggestions', '/courses', '/ebooks', '/tips']) {
        const { status } = await site.call('GET', `${path}?q=${encodeURIComponent(q.toWellFormed())}`)
        expect([200, 422], path).toContain(status)
      }
    }),
    { numRuns: 100 },
  )
})
