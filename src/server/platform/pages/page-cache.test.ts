import { describe, expect, test } from 'vitest'
import { dependsOn, validUntil } from './dependencies.ts'
import type { CacheTags } from './cache-tags.ts'
import { createTestClock } from '#testing/test-site.ts'
import type { CacheKey } from './cache-store.ts'
import { createPageCache } from './page-cache.ts'
import type { CachedResponse } from './response.ts'

const clock = createTestClock()

const noTags: CacheTags = {
  invalidate: async () => {},
  invalidateSoon: () => {},
  invalidateOften: async () => {},
  onInvalidated: () => {},
  onStale: () => {},
  close: async () => {},
}

describe('a stale response', () => {
  const bodyOf = (response: CachedResponse | null) =>
    response && new TextDecoder().decode(response.variants.identity.body)

  /** A cached page that shows a cached part, both with the tag `course:1`. */
  async function openPage() {
    type Notify = (tags: readonly string[]) => void
    const changed: { stale: Notify; invalidated: Notify } = { stale: () => {}, invalidated: () => {} }
    const cacheTags: CacheTags = {
      ...noTags,
      onStale: (act) => void (changed.stale = act),
      onInvalidated: (act) => void (changed.invalidated = act),
    }
    const pageCache = createPageCache({ cacheTags, clock, maximumBytes: 400_000 })
    const state = { students: 1, hold: null as Promise<void> | null }
    const [page, part] = ['/kelas/1', 'api /courses/1'].map((name) => ({ name, isFreeText: false })) as [
      CacheKey,
      CacheKey,
    ]
    const makePart = async () => {
      dependsOn('course:1')
      return { status: 200, headers: {}, body: new TextEncoder().encode(`${state.students} siswa`) }
    }
    const makePage = async () => {
      const shown = bodyOf(await pageCache.getOrMake(part, makePart))
      await state.hold
      return { status: 200, headers: {}, body: new TextEncoder().encode(`<p>${shown}</p>`) }
    }
    const visit = async () => {
      const shown = pageCache.peekUrl(page.name) ?? (await pageCache.getOrMake(page, makePage))
      pageCache.alias(page.name, page)
      return bodyOf(shown)
    }
    return { changed, state, visit, pageCache }
  }

  test('is sent while the new one is made, from new parts, and is counted', async () => {
    const { changed, state, visit, pageCache } = await openPage()
    await visit()
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(state, { students: 2, hold: promise })
    changed.stale(['course:1'])
    expect([await visit(), await visit()]).toEqual(['<p>1 siswa</p>', '<p>1 siswa</p>'])
    expect(pageCache.figures()).toMatchObject({ hits: 2, stale: 2, misses: 1 })
    resolve()
    await expect.poll(visit).toBe('<p>2 siswa</p>')
  })

  test('is not sent after something it shows was changed by staff', async () => {
    const { changed, state, visit } = await openPage()
    await visit()
    state.students = 2
    changed.stale(['course:1'])
    changed.invalidated(['course:1'])
    expect(await visit()).toBe('<p>2 siswa</p>')
  })

  test('is not sent by a change of staff while the new one is made', async () => {
    const { changed, state, visit } = await openPage()
    await visit()
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(state, { students: 2, hold: promise })
    changed.stale(['course:1'])
    await visit()
    Object.assign(state, { students: 3, hold: null })
    changed.invalidated(['course:1'])
    expect(await visit()).toBe('<p>3 siswa</p>')
    resolve()
    await promise
    expect(await visit()).toBe('<p>3 siswa</p>')
  })

  test('is sent for a minute at most', async () => {
    const { changed, state, visit } = await openPage()
    await visit()
    state.students = 2
    changed.stale(['course:1'])
    clock.advance(60_000)
    expect(await visit()).toBe('<p>2 siswa</p>')
  })
})

test('a response that has expired is still sent while it cannot be made anew', async () => {
  const pageCache = createPageCache({ cacheTags: noTags, clock, maximumBytes: 400_000 })
  const until = new Date(clock.now().getTime() + 60_000)
  const key = { name: '/promo', isFreeText: false }
  const make = async () => {
    validUntil(until)
    return { status: 200, headers: {}, body: new TextEncoder().encode('promo') }
  }
  await pageCache.getOrMake(key, make)
  clock.advance(61_000)
  const response = await pageCache.getOrMake(key, () =>
    Promise.reject(Object.assign(new Error('no database'), { status: 503 })),
  )
  expect([response.status, new TextDecoder().decode(response.variants.identity.body)]).toEqual([200, 'promo'])
})

test('made-up URLs cannot evict pages from the cache', async () => {
  const pageCache = createPageCache({ cacheTags: noTags, clock, maximumBytes: 400_000 })
  const getCached = async (name: string, { isFreeText, status = 200 }: { isFreeText: boolean; status?: number }) => {
    const key = { name, isFreeText }
    const made = await pageCache.getOrMake(key, async () => ({
      status,
      headers: {},
      body: new TextEncoder().encode(name),
    }))
    pageCache.alias(name, key)
    return made
  }
  for (const page of ['/satu', '/dua']) await getCached(page, { isFreeText: false })
  for (let index = 0; index < 500; index++) {
    await getCached(`/kelas?q=${index}${'a'.repeat(2_000)}`, { isFreeText: true })
    await getCached(`/kelas/details/${index}`, { isFreeText: false, status: 404 })
    await getCached(`/courses/${index}`, { isFreeText: false, status: 301 })
  }
  expect(['/satu', '/dua', '/kelas/details/499', '/courses/499'].map((url) => pageCache.peekUrl(url)?.status)).toEqual([
    200,
    200,
    undefined,
    undefined,
  ])
})
