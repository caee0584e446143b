import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { holdLock } from '#testing/hold-lock.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const call = (method: string, path: string, body?: object) =>
  site.call(method, path, { token: admin.token, ...(body ? { body } : {}) })
const createCategory = async (name: string): Promise<string> =>
  (await call('POST', '/admin/categories', { name, group: 'programming' })).body.data._id
const remove = (id: string) => call('DELETE', `/admin/categories/${id}`)
const span = { startsAt: '2026-11-20T00:00:00+07:00', endsAt: '2026-12-01T00:00:00+07:00' }

const uses = [
  [
    'a promo code',
    (categoryId: string) =>
      call('POST', '/admin/promo-codes', { code: 'SERENTAK', kind: 'percent', value: 50, categoryId, ...span }),
  ],
  [
    'a sale',
    (categoryId: string) =>
      call('POST', '/admin/sales', { name: 'Serentak', kind: 'percent', value: 20, categoryId, ...span }),
  ],
] as const

/** Both write their audit entry last: the second call begins after the first has written all else. */
async function overlap<First, Second>(first: () => Promise<First>, second: () => Promise<Second>) {
  const { whenWaiting, release } = await holdLock(site.database, sql`lock table audit_entries in share mode`)
  const one = first()
  await whenWaiting(1)
  const other = second()
  await whenWaiting(2)
  await release()
  return [await one, await other] as const
}

test.each(uses)('a category that %s is being saved for is in use', async (_, save) => {
  const id = await createCategory(`Dipakai ${crypto.randomUUID()}`)
  const [saved, removed] = await overlap(
    () => save(id),
    () => remove(id),
  )
  expect([saved.status, removed.status, removed.body.code]).toEqual([201, 409, 'in-use'])
  await call('DELETE', `/admin/${'code' in saved.body.data ? 'promo-codes' : 'sales'}/${saved.body.data._id}`)
})

test.each(uses)('%s for a category that is being deleted is told that it is gone', async (_, save) => {
  const id = await createCategory(`Dihapus ${crypto.randomUUID()}`)
  const [removed, saved] = await overlap(
    () => remove(id),
    () => save(id),
  )
  expect([removed.status, saved.status, saved.body.code]).toEqual([200, 422, 'scope-unknown'])
  expect(saved.body.errors).toEqual({ categoryId: 'Tidak ditemukan' })
})

test('a course that is moved to a category that is being deleted is told that it is gone', async () => {
  const course = await site.createCourse({ category: 'Semula' })
  const categoryId = await createCategory('Hilang')
  const [removed, refused] = await overlap(
    () => remove(categoryId),
    () => call('PATCH', `/courses/${course.id}`, { categoryId }),
  )
  expect([removed.status, refused.status, refused.body.errors]).toEqual([
    200,
    422,
    { categoryId: 'Kategori wajib dipilih' },
  ])
})
