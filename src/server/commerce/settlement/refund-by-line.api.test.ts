import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buy, checkBooks } from '#testing/materials/purchases.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let [student, kokom, raka] = [{}, {}, {}] as [SignedIn, SignedIn, SignedIn]
let transactionId: string
type Item = { lineId: string; _id: string; amount: number; refunded: number; bundle: { title: string } | null }
let items: Item[]
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

/** A paid order of two courses of two teachers. */
async function order() {
  ;[student, kokom, raka] = [
    await site.createStudent(),
    await site.createInstructor('Kokom Komala'),
    await site.createInstructor('Raka Putra'),
  ]
  const first = await site.createCourse({ price: 152_928, title: 'Riset UX', instructorId: kokom.id })
  const second = await site.createCourse({ price: 100_000, title: 'Flutter', instructorId: raka.id })
  const bought = await buy(site, student, { items: [{ courseId: first.id }, { courseId: second.id }] })
  transactionId = bought.transactionId
  items = (await shown()).items
}

const shown = async () =>
  (await site.call('GET', `/my-transaction/${transactionId}`, { token: student.token })).body.data
const detail = async () =>
  (await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })).body.data
async function refund(body: Record<string, unknown>) {
  await site.stepUp(admin)
  return site.call('POST', `/admin/transactions/${transactionId}/refund`, {
    token: admin.token,
    body: { reason: 'Kembalikan sebagian', ...body },
  })
}
const owned = () => Promise.all(items.map(({ _id }) => site.app.modules.learning.isEnrolled(student.id, _id)))
const heldBy = async (name: string) =>
  (await detail()).earners.find((earner: { name: string }) => earner.name === name).heldIdr

test('an amount without its line is asked which line, and takes nothing from anybody', async () => {
  await order()
  const before = (await detail()).earners
  const { status, body } = await refund({ amount: 152_928 })
  expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'line-needed', ['lineIds']])
  expect((await refund({ amount: 50_000, lineIds: items.map(({ lineId }) => lineId) })).body.code).toBe('line-needed')
  expect([(await shown()).refunded, (await detail()).earners]).toEqual([0, before])
})

test('an amount of one line takes only the share of its teacher, keeps the access, and is mailed with the item', async () => {
  await order()
  const [kokomBefore, rakaBefore] = [await heldBy('Kokom Komala'), await heldBy('Raka Putra')]
  const lineIds = [items[0]?.lineId]
  expect((await refund({ amount: 152_929, lineIds })).body.errors).toHaveProperty('amount')
  expect((await refund({ amount: 50_000, lineIds })).status).toBe(200)
  expect((await shown()).items.map(({ refunded }: Item) => refunded)).toEqual([50_000, 0])
  expect(await heldBy('Raka Putra')).toBe(rakaBefore)
  expect(await heldBy('Kokom Komala')).toBeLessThan(kokomBefore)
  expect(await owned()).toEqual([true, true])
  expect((await site.mailsTo(student.email)).at(-1)).toMatchObject({
    subject: 'Dana dikembalikan: Riset UX',
    text: expect.stringContaining('Aksesmu tidak berubah.'),
  })

  // The rest of the same line, later: the line is whole, the other one untouched.
  expect((await refund({ lineIds })).status).toBe(200)
  expect((await shown()).items.map(({ refunded }: Item) => refunded)).toEqual([152_928, 0])
  expect(await owned()).toEqual([false, true])
  expect((await site.mailsTo(student.email)).at(-1)?.text).toContain('Aksesmu ke Riset UX berakhir.')
})

test('a refund that the provider made is not given to a line that was named before', async () => {
  await order()
  expect((await refund({ amount: 20_000, lineIds: [items[0]?.lineId] })).status).toBe(200)
  const { orderId } = await detail()
  site.sandbox.refund(orderId, { amountIdr: 10_000 })
  await site.sandbox.idle()
  const [first, second] = (await shown()).items.map(({ refunded }: Item) => refunded)
  expect([first + second, second > 0]).toEqual([30_000, true])
})

test('a buyer asks for one item of an order: its approval gives back that item only', async () => {
  await order()
  const foreign = await site.call('POST', `/my-transaction/${transactionId}/refund-request`, {
    token: student.token,
    body: { reason: 'Bukan yang kucari', lineIds: [admin.id] },
  })
  expect(foreign.status).toBe(404)
  const asked = await site.call('POST', `/my-transaction/${transactionId}/refund-request`, {
    token: student.token,
    body: { reason: 'Bukan yang kucari', lineIds: [items[1]?.lineId] },
  })
  expect(asked.body.data).toMatchObject({ state: 'open', items: [{ title: 'Flutter' }] })
  const [listed] = (await site.call('GET', '/admin/refund-requests?state=open', { token: admin.token })).body.data
  expect(listed).toMatchObject({ item: 'Flutter', left: 100_000, amount: 252_928 })
  await site.stepUp(admin)
  const approved = await site.call('POST', `/admin/refund-requests/${asked.body.data._id}/approve`, {
    token: admin.token,
    body: { sentence: 'Kami kembalikan ya.' },
  })
  expect(approved.status).toBe(200)
  expect((await shown()).items.map(({ refunded }: Item) => refunded)).toEqual([0, 100_000])
  expect(await owned()).toEqual([true, false])
})

test('a line names the bundle that it was bought with, also after the bundle was renamed', async () => {
  student = await site.createStudent()
  const [first, second] = [await site.createCourse({ price: 100_000 }), await site.createCourse({ price: 200_000 })]
  const made = await site.call('POST', '/admin/bundles', {
    token: admin.token,
    body: {
      title: 'Paket Uji',
      slug: 'paket-uji',
      description: 'Dua kelas sekaligus',
      price: 250_000,
      status: 'published',
      items: [{ courseId: first.id }, { courseId: second.id }],
    },
  })
  expect(made.status).toBe(201)
  ;({ transactionId } = await buy(site, student, { bundleId: made.body.data._id }))
  await site.database.query.execute(sql`update bundles set title = 'Nama baru'`)
  expect((await shown()).items.map(({ bundle }: Item) => bundle)).toEqual([
    { title: 'Paket Uji' },
    { title: 'Paket Uji' },
  ])
})
