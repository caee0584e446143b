import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { buy, openOrder } from '#testing/materials/purchases.ts'
import { offerTransfers, openTransfer, sendProof } from '#testing/materials/transfers.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { nextDigest } from '#server/notifications/sending/digest-time.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let student: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  await offerTransfers(site)
})
beforeEach(async () => {
  student = await site.createStudent()
  course = await site.createCourse({ title: 'Kelas Tertunda', price: 89_000 })
})
afterAll(() => site.close())

/** Time passes, and three processes look at what is due. */
async function wait(hours: number) {
  site.clock.advance(hours * hourMs)
  await Promise.all(Array.from({ length: 3 }, () => site.runDue('commerce')))
  await site.sandbox.idle()
}
const reminders = async (who = student) =>
  (await site.mailsTo(who.email)).filter(({ kind }) => kind === 'checkout-open')

test('an order that is left open is reminded of after one hour and one day, once each', async () => {
  const { transactionId } = await openOrder(site, student, { courseId: course.id })
  await wait(0.9)
  expect(await reminders()).toEqual([])
  await wait(0.1)
  await wait(1)
  expect((await reminders()).map(({ subject }) => subject)).toEqual(['Pesananmu belum dibayar: Kelas Tertunda'])
  expect((await reminders())[0]?.text).toContain(`transaksi=${transactionId}`)
  await wait(22)
  await wait(48)
  // It has expired by then, and leads to where it can be bought again.
  const [, second, ...more] = await reminders()
  expect([second?.subject, more]).toEqual(['Masih mau belajar? Kelas Tertunda', []])
  expect(second?.text).toContain(`/kelas/details/${course.id}`)
  const { rows } = await site.app.modules.notifications.list(student.id, { page: 1, limit: 50 })
  expect(rows.filter(({ kind }) => kind === 'checkout-open')).toHaveLength(2)
})

test('an order of seats is reminded of with the price of all of them, and leads back to where seats are bought', async () => {
  const order = await openOrder(site, student, { courseId: course.id, seats: 10, team: { name: 'PT Maju' } })
  await wait(1)
  const [first] = await reminders()
  expect(first?.subject).toBe('Pesananmu belum dibayar: Kelas Tertunda (10 kursi)')
  expect(first?.text).toContain('Rp\u00a0890.000')
  expect(first?.text).toContain(`transaksi=${order.transactionId}`)
  await wait(48)
  expect((await reminders())[1]?.text).toContain(`/kelas/details/${course.id}`)
})

test.each<[string, () => Promise<unknown>]>([
  ['that was paid', () => buy(site, student, { courseId: course.id })],
  [
    'that the buyer cancelled',
    async () => {
      const { transactionId } = await openOrder(site, student, { courseId: course.id })
      await site.call('POST', `/my-transaction/${transactionId}/cancel`, { token: student.token })
    },
  ],
  [
    'whose proof waits for an admin',
    async () => sendProof(site, student, (await openTransfer(site, student, { courseId: course.id })).transactionId),
  ],
  [
    'of what the buyer has access to meanwhile',
    async () => {
      await openOrder(site, student, { courseId: course.id })
      await site.enroll(student, course)
    },
  ],
  [
    'of what is not sold any more',
    async () => {
      await openOrder(site, student, { courseId: course.id })
      const admin = await site.createAdmin()
      await site.call('PATCH', `/courses/${course.id}`, { token: admin.token, body: { status: 'draft' } })
    },
  ],
])('an order %s is not reminded of', async (_, prepare) => {
  await prepare()
  await wait(1)
  await wait(24)
  expect(await reminders()).toEqual([])
})

test('an order that another one replaced is reminded of only as that one', async () => {
  await openOrder(site, student, { courseId: course.id })
  await wait(0.5)
  await site.call('PATCH', `/courses/${course.id}`, {
    token: (await site.createAdmin()).token,
    body: { price: 99_000 },
  })
  const again = await openOrder(site, student, { courseId: course.id })
  await wait(0.6)
  expect(await reminders()).toEqual([])
  await wait(0.6)
  const sent = await reminders()
  expect([sent.length, sent[0]?.text.includes(again.transactionId)]).toEqual([1, true])
})

test('a gift that was not paid is reminded of as a gift, whatever the giver orders for themself meanwhile', async () => {
  const gift = { name: 'Sari', email: 'sari@example.com', message: '' }
  const { transactionId } = await openOrder(site, student, { courseId: course.id, gift })
  await wait(0.1)
  await buy(site, student, { courseId: course.id })
  await wait(1)
  const [first] = await reminders()
  expect(first?.text).toContain(`transaksi=${transactionId}`)
  expect(first?.text).toMatch(/lalu hadiahnya siap dikirim\./)
  await wait(72)
  expect((await reminders())[1]?.subject).toBe('Masih mau memberi hadiah? Kelas Tertunda')
})

const setPrice = async (price: number) =>
  site.call('PATCH', `/courses/${course.id}`, { token: (await site.createAdmin()).token, body: { price } })

test('an order that became cheaper is reminded of with the price of now, where it can be bought for that', async () => {
  const { transactionId } = await openOrder(site, student, { courseId: course.id })
  await setPrice(50_000)
  await wait(1)
  const [first] = await reminders()
  expect(first?.text).toMatch(/Rp\s50\.000/)
  expect(first?.text).toContain(`/kelas/details/${course.id}`)
  expect(first?.text).not.toMatch(new RegExp(`89\\.000|transaksi=${transactionId}`))
  await wait(24)
  expect((await reminders())[1]?.text).toMatch(/Rp\s50\.000/)
})

test('an order that became dearer keeps its price, also with a code that has ended since', async () => {
  const now = site.clock.now().getTime()
  const promo = {
    code: `HEMAT${now}`,
    kind: 'percent' as const,
    value: 50,
    startsAt: new Date(now - 1000),
    endsAt: new Date(now + 1000),
  }
  await site.database.transaction((tx) => site.app.modules.commerce.createPromo(tx, promo))
  const { transactionId } = await openOrder(site, student, { courseId: course.id, promoCode: promo.code })
  await wait(1)
  expect((await reminders())[0]?.text).toContain(`transaksi=${transactionId}`)
  expect((await reminders())[0]?.text).toMatch(/Bayar Rp\s44\.500 sebelum/)
})

test('an order by transfer is compared without its unique code', async () => {
  const { transactionId } = await openTransfer(site, student, { courseId: course.id })
  await wait(1)
  expect((await reminders())[0]?.text).toContain(`transaksi=${transactionId}`)
})

test('an order of what is free now is not reminded of', async () => {
  await openOrder(site, student, { courseId: course.id })
  await setPrice(0)
  await wait(1)
  await wait(24)
  expect(await reminders()).toEqual([])
})

test('who switched the reminders off gets none by mail, with the link in one of them', async () => {
  await openOrder(site, student, { courseId: course.id })
  await wait(1)
  const token = /berhenti-email\/(\S+)/.exec((await reminders())[0]?.text ?? '')?.[1] ?? ''
  expect((await site.call('POST', `/unsubscribe/${token}`)).body.data).toMatchObject({
    label: 'Pengingat pesanan yang belum dibayar',
  })
  await wait(23)
  expect(await reminders()).toHaveLength(1)
})

test('a digest asks for no payment of an order that was paid or cancelled meanwhile, and still asks for that of another', async () => {
  const [paying, cancelling] = [await site.createStudent(), await site.createStudent()]
  const orders = []
  for (const who of [student, paying, cancelling]) {
    await site.call('PUT', '/me/notification-settings', {
      token: who.token,
      body: { kinds: { 'payment-waiting': { digest: true }, 'checkout-open': { mail: false, digest: true } } },
    })
    const order = await openOrder(site, who, { courseId: course.id })
    orders.push(order)
    // The provider's deadline is another than that of the order.
    site.clock.advance(minuteMs)
    site.sandbox.payLater(order.orderId)
    await site.sandbox.idle()
  }
  await wait(1)
  const listed = async (who: SignedIn) =>
    (await site.app.modules.notifications.list(who.id, { page: 1, limit: 50 })).rows.map(({ kind }) => kind).toSorted()
  expect(await listed(paying)).toEqual(['checkout-open', 'payment-waiting'])
  const [, paid, cancelled] = orders
  site.sandbox.pay(paid?.orderId ?? '')
  await site.sandbox.idle()
  await site.call('POST', `/my-transaction/${cancelled?.transactionId}/cancel`, { token: cancelling.token })
  const morning = nextDigest(site.clock.now(), 'Asia/Jakarta')
  site.clock.advance(morning.getTime() - site.clock.now().getTime())
  await site.app.jobs.run('broadcasts', 'digests')
  const digest = async ({ email }: SignedIn) => (await site.mailsTo(email)).find(({ kind }) => kind === 'digest')?.text
  expect([await digest(paying), await digest(cancelling)]).toEqual([undefined, undefined])
  expect(await digest(student)).toMatch(
    /Menunggu pembayaran: Kelas Tertunda[\s\S]*Pesananmu belum dibayar: Kelas Tertunda/,
  )
  expect(await listed(paying)).toEqual(['checkout-open', 'payment', 'payment-waiting'])
})
