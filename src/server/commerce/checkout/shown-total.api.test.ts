import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

test('a cart, a bundle or a gift that became dearer than shown is not charged; at what it costs now, or if it became cheaper, it is', async () => {
  const [admin, student] = [await site.createAdmin(), await site.createStudent()]
  const [one, two] = [await site.createCourse({ price: 100_000 }), await site.createCourse({ price: 80_000 })]
  const bundle = (price: number) => ({
    title: 'Paket',
    description: '',
    price,
    status: 'published',
    items: [{ courseId: one.id }, { courseId: two.id }],
  })
  const { _id: bundleId } = (await site.call('POST', '/admin/bundles', { token: admin.token, body: bundle(120_000) }))
    .body.data
  const gift = { email: 'penerima@contoh.id', name: 'Rina' }
  const pages = [
    { body: { items: [{ courseId: one.id }, { courseId: two.id }] }, before: 180_000, after: 190_000 },
    { body: { bundleId }, before: 120_000, after: 130_000 },
    { body: { courseId: one.id, gift }, before: 100_000, after: 110_000 },
  ]
  expect(
    (await site.call('PATCH', `/courses/${one.id}`, { token: admin.token, body: { price: 110_000 } })).status,
  ).toBe(200)
  expect(
    (await site.call('PUT', `/admin/bundles/${bundleId}`, { token: admin.token, body: bundle(130_000) })).status,
  ).toBe(200)
  for (const { body, before, after } of pages) {
    const checkout = (shownTotal: number) =>
      site.call('POST', '/checkout', { token: student.token, body: { ...body, shownTotal } })
    const refused = await checkout(before)
    expect([refused.status, refused.body.code], JSON.stringify(body)).toEqual([409, 'price-changed'])
    const opened = await checkout(after + 5_000)
    const order = site.sandbox.listOrders().find(({ token }) => token === opened.body.data.token)
    expect([opened.status, order?.amountIdr], JSON.stringify(body)).toEqual([200, after])
  }
})
