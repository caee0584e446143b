import { afterAll, beforeAll, expect, test } from 'vitest'
import { maximumWishes } from '#contract/commerce/wishlist.ts'
import { countQueries } from '#testing/scale/count-queries.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

const change = (method: 'PUT' | 'DELETE', { token }: SignedIn, kind: string, itemId: string) =>
  site.call(method, `/me/wishlist/${kind}/${itemId}`, { token })
const list = async ({ token }: SignedIn) => (await site.call('GET', '/me/wishlist', { token })).body.data

test('keeps courses and e-books with their present prices, newest first, each once', async () => {
  const [student, other] = [await site.createStudent(), await site.createStudent()]
  const course = await site.createCourse({ title: 'Kelas Impian', price: 200_000, discount: 25 })
  const ebook = await site.createEbook({ title: 'Buku Impian', price: 50_000 })
  for (let times = 0; times < 2; times++) expect((await change('PUT', student, 'course', course.id)).status).toBe(200)
  site.clock.advance(1000)
  await change('PUT', student, 'ebook', ebook.id)
  expect(await list(student)).toMatchObject([
    { kind: 'ebook', itemId: ebook.id, title: 'Buku Impian', listPrice: 50_000, price: 50_000 },
    {
      kind: 'course',
      itemId: course.id,
      title: 'Kelas Impian',
      listPrice: 200_000,
      price: 150_000,
      priceThen: 150_000,
    },
  ])
  expect(await list(other)).toEqual([])
  for (let times = 0; times < 2; times++) expect((await change('DELETE', student, 'ebook', ebook.id)).status).toBe(200)
  expect(await list(student)).toHaveLength(1)
})

test('leaves out what is no longer sold, and takes nothing that is not sold', async () => {
  const [student, admin] = [await site.createStudent(), await site.createAdmin()]
  const [course, draft] = [await site.createCourse(), await site.createCourse({ status: 'draft' })]
  await change('PUT', student, 'course', course.id)
  await site.call('PATCH', `/courses/${course.id}/status`, { token: admin.token, body: { status: 'archived' } })
  expect(await list(student)).toEqual([])
  expect((await change('PUT', student, 'course', draft.id)).status).toBe(404)
  expect((await change('PUT', student, 'ebook', course.id)).status).toBe(404)
  expect((await change('PUT', student, 'course', 'x')).status).toBe(404)
  expect((await change('PUT', student, 'mug', course.id)).status).toBe(422)
  expect((await site.call('GET', '/me/wishlist')).status).toBe(401)
})

test('leaves out what the user owns by now, alone or in a bundle of which nothing is missing', async () => {
  const student = await site.createStudent()
  const [course, other] = [await site.createCourse({ price: 0 }), await site.createCourse({ price: 0 })]
  await change('PUT', student, 'course', course.id)
  await change('PUT', student, 'course', other.id)
  await site.call('POST', `/courses/${course.id}/enroll`, student)
  expect((await list(student)).map(({ itemId }: { itemId: string }) => itemId)).toEqual([other.id])
})

test('has a limit, and reads a long list with as many queries as a short one', async () => {
  const student = await site.createStudent()
  const ids = Array.from(
    { length: maximumWishes - 2 },
    (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  )
  const { wishes } = await import('./wishlist-tables.ts')
  for (let times = 0; times < 2; times++) await change('PUT', student, 'course', (await site.createCourse()).id)
  const short = await countQueries(site.database, () => list(student))
  await site.database.query.insert(wishes).values(
    ids.map((itemId) => ({
      userId: student.id,
      kind: 'course' as const,
      itemId,
      priceIdr: 0,
      createdAt: site.clock.now(),
    })),
  )
  expect(await countQueries(site.database, () => list(student))).toEqual(short)
  const { status, body } = await change('PUT', student, 'course', (await site.createCourse()).id)
  expect([status, body.code]).toEqual([409, 'wishlist-full'])
})
