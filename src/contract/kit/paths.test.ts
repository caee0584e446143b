import { expect, test } from 'vitest'
import { paths, patterns } from './paths.ts'
import { staffPaths, staffPatterns } from './staff-paths.ts'

test('whatever a link names stays one part of its path or query', () => {
  expect(paths.tip({ slug: 'a/../b?c#d e' })).toBe('/tips/a%2F..%2Fb%3Fc%23d%20e')
  expect(paths.search({ q: 'a&b=c' })).toBe('/search?q=a%26b%3Dc')
  expect(paths.player({ courseId: 'x', lessonId: 'y&z' })).toBe('/courses/x/start?materi=y%26z')
  expect(staffPaths.quizResults({ courseId: ':lessonId', lessonId: '1' })).toBe(
    '/admin/course/%3AlessonId/quiz/1/results',
  )
})

test('a query without a value is left out', () => {
  expect([paths.player({ courseId: 'x' }), paths.signIn(), paths.signIn({ next: '/cv' })]).toEqual([
    '/courses/x/start',
    '/auth/sign-in',
    '/auth/sign-in?next=%2Fcv',
  ])
  expect([staffPaths.privacy(), staffPaths.privacy({ state: 'open' })]).toEqual([
    '/admin/privacy',
    '/admin/privacy?state=open',
  ])
})

test('a link without what its pattern names does not compile', () => {
  // @ts-expect-error: the course is missing
  expect(paths.courseDetail()).toBe('/kelas/details/')
})

test('every page has a path of its own', () => {
  const all = [...Object.values(patterns), ...Object.values(staffPatterns)]
  expect(new Set(all).size).toBe(all.length)
})
