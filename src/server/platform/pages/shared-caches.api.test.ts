import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
const cdnSeconds = 60
const [asksEachTime, forCdn] = [
  'public, max-age=0, must-revalidate',
  `public, max-age=0, must-revalidate, s-maxage=${cdnSeconds}`,
]

beforeAll(async () => {
  site = await startTestSite({ cdnSeconds })
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  site.app.fetch(new Request(`${publicUrl}${path}`, { headers }))
const cacheControl = async (path: string) => (await get(path)).headers.get('cache-control')
const publish = () => site.createCourse({ title: 'Kelas Batik', price: 100_000 })

test('a response that is the same for everyone may be cached by a CDN and not by browsers, also when it is not modified', async () => {
  const { id } = await publish()
  for (const path of [`/api/courses/${id}/overview`, '/api/courses', '/sitemap.xml']) {
    // One that is made during a write may be outdated.
    await expect.poll(() => cacheControl(path)).toBe(forCdn)
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 200])
    const again = await get(path, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, forCdn])
  }
})

test('personal responses and errors are never cached', async () => {
  const { id } = await publish()
  const paths = [
    '/api/me',
    '/api/courses/enrolled',
    `/api/courses/${id}`,
    '/api/courses/00000000-0000-7000-8000-000000000000/overview',
    '/api/admin/courses',
    '/api/x',
  ]
  for (const path of paths) {
    for (const headers of [{}, { authorization: `Bearer ${admin.token}` }] as Record<string, string>[]) {
      const response = await get(path, headers)
      const allowed = response.headers.get('cache-control')
      if (allowed?.startsWith('public')) expect([path, headers, response.status]).toEqual([path, {}, 200])
      else expect([path, allowed?.includes('s-maxage') ?? false]).toEqual([path, false])
    }
  }
})

test('a response that is valid until an instant is not cached beyond it', async () => {
  const endsAt = new Date(site.clock.now().getTime() + hourMs)
  const { body } = await site.call('GET', '/admin/settings', { token: admin.token })
  const announcement = {
    ...body.data.announcement,
    enabled: true,
    label: 'Promo hari ini',
    listPrice: null,
    price: null,
    promoCode: null,
    startsAt: '2026-11-01T00:00:00.000Z',
    endsAt: endsAt.toISOString(),
  }
  const saved = await site.call('PUT', '/admin/settings', { token: admin.token, body: { ...body.data, announcement } })
  expect([saved.status, saved.body]).toMatchObject([200, { success: true }])
  await expect.poll(() => cacheControl('/api/site')).toBe(forCdn)
  site.clock.set(new Date(endsAt.getTime() - 1000 * (cdnSeconds + 1)))
  expect(await cacheControl('/api/site')).toBe(forCdn)
  site.clock.set(new Date(endsAt.getTime() - 1000 * cdnSeconds))
  expect(await cacheControl('/api/site')).toBe(asksEachTime)
  site.clock.set(endsAt)
  expect(await cacheControl('/api/site')).toBe(forCdn)
})
