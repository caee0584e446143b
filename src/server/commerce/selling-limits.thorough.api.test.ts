import { newId } from '#server/platform/new-id.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maximumListedTransactions } from '#contract/commerce/commerce.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

test.each([
  ['PUT', '/me/cart/course/$', 120],
  ['DELETE', '/me/cart/course/$', 120],
  ['PUT', '/me/wishlist/course/$', 120],
  ['DELETE', '/me/wishlist/course/$', 120],
  ['POST', '/gifts/nobody/claim', 20],
  ['POST', '/my-transaction/$/refund-request', 20],
  ['POST', '/payouts', 20],
])('%s %s is limited per user', async (method, path, times) => {
  const who = path === '/payouts' ? await site.createInstructor() : await site.createStudent()
  const call = () =>
    site.call(method, path.replace('$', newId()), {
      token: who.token,
      body: { reason: 'Bukan yang kucari', amountIdr: 10_000 },
    })
  const statuses: number[] = []
  for (let time = 0; time < times; time++) statuses.push((await call()).status)
  expect(statuses).not.toContain(429)
  const { status, headers } = await call()
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
})

test('my transactions are listed in pages of two hundred, without a gap or a double', async () => {
  const student = await site.createStudent()
  const other = await site.createStudent()
  const course = await site.createCourse({ price: 50_000 })
  const count = maximumListedTransactions + 5
  // Orders that were cancelled, at the same moment each three.
  await site.database.query.execute(sql`
    insert into transactions (id, student_id, kind, item_id, item_title, buyer_name, buyer_email, list_price_idr, discount_percent, amount_idr, order_id, state, created_at, updated_at)
    select gen_random_uuid(), ${student.id}::uuid, 'course', ${course.id}::uuid, 'Kelas', 'A', 'a@contoh.id', 50000, 0, 50000, 'KLS-' || lpad(n::text, 26, '0'), 'cancelled',
      ${site.clock.now().toISOString()}::timestamptz - (n / 3) * interval '1 second', now() from generate_series(1, ${count}) as n`)
  const list = async (who: { token: string }, query = '') =>
    (await site.call('GET', `/my-transaction${query}`, { token: who.token })).body.data as { _id: string }[]
  const first = await list(student)
  const rest = await list(student, `?before=${first.at(-1)?._id}`)
  expect([first.length, rest.length]).toEqual([maximumListedTransactions, 5])
  expect(new Set([...first, ...rest].map(({ _id }) => _id)).size).toBe(count)
  expect(await list(other, `?before=${first[0]?._id}`)).toEqual([])
})
