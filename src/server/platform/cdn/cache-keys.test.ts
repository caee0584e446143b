import { expect, test } from 'vitest'
import { createCacheKeys } from './cache-keys.ts'

const keys = createCacheKeys('https://cendaki.example')
const tags = (count: number) => Array.from({ length: count }, (_, index) => `course:${index}`)

test('a change purges each response that depends on it', () => {
  const [small, large] = [keys.ofResponse(new Set(tags(3))), keys.ofResponse(new Set(tags(500)))]
  const change = keys.ofChange(['course:2'])
  expect(small.filter((key) => change.includes(key))).toHaveLength(1)
  expect(keys.ofResponse(new Set(['settings'])).filter((key) => change.includes(key))).toEqual([])
  // Too many tags for a header: any change purges it.
  expect(large.filter((key) => change.includes(key))).toHaveLength(1)
})

test('the header stays short however much a response depends on', () => {
  for (const count of [0, 1, 59, 60, 5_000]) {
    const names = keys.ofResponse(new Set(tags(count)))
    expect(names.join(' ').length).toBeLessThan(800)
    expect(names).toContain(keys.everything)
  }
})

test('sites that share a CDN do not purge each other', () => {
  const other = createCacheKeys('https://lain.example')
  expect(other.ofChange(['courses']).filter((key) => keys.ofResponse(new Set(['courses'])).includes(key))).toEqual([])
  expect(other.everything).not.toBe(keys.everything)
})
