import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { buy } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let course: MadeCourse
let cheap: MadeCourse
let promoId: string
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  course = await site.createCourse({ title: 'Kelas Dua Setengah Juta', price: 2_500_000, discount: 20 })
  cheap = await site.createCourse({ title: 'Kelas Murah', price: 50_000 })
  promoId = (await call('POST', '/admin/promo-codes', promo())).body.data._id
})
afterAll(() => site.close())

const call = (method: string, path: string, body?: object) =>
  site.call(method, path, { token: admin.token, ...(body ? { body } : {}) })
const inFuture = (ms: number) => new Date(site.clock.now().getTime() + ms).toISOString()
const promo = (changes: object = {}) => ({
  code: 'REMOTE',
  kind: 'fixed-price',
  value: 89_000,
  categoryId: null,
  courseId: null,
  ebookId: null,
  startsAt: inFuture(0),
  endsAt: inFuture(5 * dayMs),
  totalLimit: null,
  perStudentLimit: null,
  ...changes,
})
async function announce(announcement: object | null) {
  const { updatedAt: _, ...shown } = (await call('GET', '/admin/settings')).body.data
  expect((await call('PUT', '/admin/settings', { ...shown, announcement })).status).toBe(200)
}
const sale = () => ({
  enabled: true,
  label: 'PROMO HARI INI',
  listPrice: 2_500_000,
  price: 89_000,
  promoCode: 'REMOTE',
  startsAt: inFuture(0),
  endsAt: inFuture(5 * dayMs),
})
/** As a visitor reads them, with the page cache. */
async function cards(): Promise<Record<string, { code: string; price: number } | undefined>> {
  const { data } = (await site.call('GET', '/courses')).body as {
    data: { _id: string; promo?: { code: string; price: number } }[]
  }
  return Object.fromEntries(data.map((card) => [card._id, card.promo]))
}

test('a code that is or will be announced keeps its name and is not deleted, until the announcement ends', async () => {
  const { _id: id } = (await call('POST', '/admin/promo-codes', promo({ code: 'DIUMUMKAN' }))).body.data
  const rename = () => call('PUT', `/admin/promo-codes/${id}`, promo({ code: 'LAIN-NAMA' }))
  const remove = () => call('DELETE', `/admin/promo-codes/${id}`)
  for (const startsAt of [inFuture(0), inFuture(dayMs)]) {
    await announce({ ...sale(), promoCode: 'DIUMUMKAN', startsAt })
    for (const { status, body } of [await rename(), await remove()])
      expect([status, body.code, body.message]).toEqual([409, 'code-announced', expect.stringMatching(/diumumkan/)])
    expect((await call('PUT', `/admin/promo-codes/${id}`, promo({ code: 'DIUMUMKAN', value: 79_000 }))).status).toBe(
      200,
    )
  }
  await announce({ ...sale(), promoCode: 'DIUMUMKAN', enabled: false })
  expect([(await rename()).status, (await remove()).status]).toEqual([200, 200])
  await announce(null)
})

test('cards show what the announced code makes of a price, where that is less, and it is what is paid with it', async () => {
  expect(await cards()).toEqual({ [course.id]: undefined, [cheap.id]: undefined })
  await announce(sale())
  expect(await cards()).toEqual({ [course.id]: { code: 'REMOTE', price: 89_000 }, [cheap.id]: undefined })
  const quoted = await site.call('POST', '/checkout/quote', { body: { courseId: course.id, promoCode: 'REMOTE' } })
  expect(quoted.body.data.total).toBe(89_000)
  expect((await site.call('GET', '/courses?promo=true')).body.data).toMatchObject([
    { promo: { code: 'REMOTE', price: 89_000 } },
  ])
})

test('a change of the code is on the cards at once: its price, its scope, its end', async () => {
  await call('PUT', `/admin/promo-codes/${promoId}`, promo({ value: 79_000 }))
  expect((await cards())[course.id]).toEqual({ code: 'REMOTE', price: 79_000 })
  await call('PUT', `/admin/promo-codes/${promoId}`, promo({ value: 20_000, courseId: cheap.id }))
  expect(await cards()).toEqual({ [course.id]: undefined, [cheap.id]: { code: 'REMOTE', price: 20_000 } })
  await call('PUT', `/admin/promo-codes/${promoId}`, promo({ endsAt: inFuture(hourMs) }))
  expect((await cards())[course.id]).toBeDefined()
  site.clock.advance(hourMs)
  expect((await cards())[course.id]).toBeUndefined()
})

test('a code of which no use is left, that is not announced, or unknown is not shown', async () => {
  // The session of the first one has ended.
  admin = await site.createAdmin()
  await call('PUT', `/admin/promo-codes/${promoId}`, promo({ totalLimit: 1 }))
  expect((await cards())[course.id]).toBeDefined()
  await buy(site, await site.createStudent(), { courseId: course.id, promoCode: 'REMOTE' })
  site.clock.advance(2 * 60_000)
  expect((await cards())[course.id]).toBeUndefined()
  await call('PUT', `/admin/promo-codes/${promoId}`, promo())
  expect((await cards())[course.id]).toBeDefined()
  await announce(null)
  expect((await cards())[course.id]).toBeUndefined()
})
