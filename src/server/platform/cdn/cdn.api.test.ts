import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startPurgeReceiver } from '#testing/purge-receiver.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let receiver: Awaited<ReturnType<typeof startPurgeReceiver>>
let site: TestSite
let admin: SignedIn
const token = 'rahasia-cdn'
const seconds = 300

beforeAll(async () => {
  receiver = await startPurgeReceiver()
  site = await startTestSite({ cdn: { seconds, purge: { url: receiver.url, token, collectMs: 5, repeatMs: 20, retryMs: 5 } } })
  admin = await site.createAdmin()
})
afterAll(async () => {
  await site.close()
  await receiver.close()
})
beforeEach(() => void receiver.received.splice(0))

const get = (path: string, headers: Record<string, string> = {}) => site.app.fetch(new Request(`${publicUrl}${path}`, { headers }))
const keysOf = (response: Response): string[] => response.headers.get('surrogate-key')?.split(' ') ?? []
/** The response once it may be cached: one that is made during a write may be outdated. */
async function getCacheable(path: string, headers: Record<string, string> = {}): Promise<Response> {
  let response = await get(path, headers)
  await expect.poll(async () => keysOf((response = await get(path, headers))).length).toBeGreaterThan(0)
  return response
}
const publish = () => site.createCourse({ title: 'Kelas Batik', price: 100_000 })
const rename = (courseId: string) => site.call('PATCH', `/courses/${courseId}`, { token: admin.token, body: { title: 'Kelas Batik Baru', version: 1 } })
/** Waits until nothing more is purged for earlier writes. */
async function untilRepeated(): Promise<void> {
  let before = -1
  await expect.poll(() => before === (before = receiver.received.length), { interval: 100 }).toBe(true)
}
const isPurged = (response: Response): boolean => receiver.received.some(({ keys }) => keys.some((key) => keysOf(response).includes(key)))

test('a response that is the same for everyone may be cached by the CDN and not by browsers, also when it is not modified', async () => {
  const { id } = await publish()
  for (const path of [`/api/courses/${id}/overview`, '/api/courses', '/sitemap.xml']) {
    const response = await getCacheable(path)
    expect([path, response.status, response.headers.get('cache-control'), response.headers.get('cdn-cache-control')]).toEqual([
      path,
      200,
      `public, max-age=0, must-revalidate, s-maxage=${seconds}, stale-while-revalidate=60`,
      `public, max-age=${seconds}, stale-while-revalidate=60`,
    ])
    expect(keysOf(response).length).toBeGreaterThan(0)
    expect(response.headers.get('cache-tag')?.split(',')).toEqual(keysOf(response))
    const again = await getCacheable(path, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect([again.status, keysOf(again)]).toEqual([304, keysOf(response)])
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
      if (response.headers.get('cache-control')?.startsWith('public')) expect([path, headers, response.status]).toEqual([path, {}, 200])
      else expect([path, response.headers.get('surrogate-key'), response.headers.get('cdn-cache-control')]).toEqual([path, null, null])
    }
  }
})

test('a write purges the responses that it changed, with the token, and once more for responses that were on their way', async () => {
  const [course, other] = [await publish(), await publish()]
  const [changed, unchanged] = [await getCacheable(`/api/courses/${course.id}/overview`), await getCacheable(`/api/courses/${other.id}/overview`)]
  await untilRepeated()
  receiver.received.splice(0)
  expect((await rename(course.id)).status).toBe(200)
  await expect.poll(() => isPurged(changed)).toBe(true)
  const [purge] = receiver.received
  expect(purge).toMatchObject({ headers: { authorization: `Bearer ${token}`, 'fastly-key': token }, body: { tags: purge?.keys } })
  const own = keysOf(changed).filter((key) => !keysOf(unchanged).includes(key))
  // A late repetition for the new courses may be among them.
  await expect.poll(() => receiver.received.filter(({ keys }) => own.some((key) => keys.includes(key))).length).toBeGreaterThanOrEqual(2)
})

test('changes at the same time are one request, and a failed one is repeated with all its keys', async () => {
  const courses = [await publish(), await publish(), await publish()]
  const responses = await Promise.all(courses.map(({ id }) => getCacheable(`/api/courses/${id}/overview`)))
  receiver.received.splice(0)
  receiver.answerNext(500, 429, 503)
  await Promise.all(courses.map(({ id }) => rename(id)))
  await expect.poll(() => receiver.received.length).toBeGreaterThan(3)
  const accepted = () => new Set(receiver.received.slice(3).flatMap(({ keys }) => keys))
  // Each has a key that no other has.
  const ownKeys = responses.map((response) => keysOf(response).filter((key) => responses.every((other) => other === response || !keysOf(other).includes(key))))
  await expect.poll(() => ownKeys.every((keys) => keys.some((key) => accepted().has(key)))).toBe(true)
  expect(site.unexpectedErrors).toEqual([])
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
  const cacheControl = async () => (await get('/api/site')).headers.get('cache-control')
  await getCacheable('/api/site')
  expect(await cacheControl()).toContain(`s-maxage=${seconds}`)
  site.clock.set(new Date(endsAt.getTime() - 1000 * (seconds + 61)))
  expect(await cacheControl()).toContain(`s-maxage=${seconds}`)
  site.clock.set(new Date(endsAt.getTime() - 1000 * (seconds + 60)))
  expect(await cacheControl()).toBe('public, max-age=0, must-revalidate')
  site.clock.set(endsAt)
  expect(await cacheControl()).toContain(`s-maxage=${seconds}`)
})
