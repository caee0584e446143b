import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { buy, checkBooks } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

test('of a gift that is claimed and refunded at once only one happens', async () => {
  for (let times = 0; times < 8; times++) {
    const course = await site.createCourse({ price: 100_000 })
    const [giver, receiver] = [await site.createStudent(), await site.createStudent()]
    const email = `penerima${times}@contoh.id`
    const { transactionId } = await buy(site, giver, { courseId: course.id, gift: { email, name: 'Rina' } })
    const link = /\/hadiah\/([\w-]+)/.exec((await site.mailsTo(email)).at(-1)?.text ?? '')?.[1]
    await site.stepUp(admin)
    const [claimed, refunded] = await Promise.all([
      site.call('POST', `/gifts/${link}/claim`, { token: receiver.token }),
      site.call('POST', `/admin/transactions/${transactionId}/refund`, {
        token: admin.token,
        body: { reason: 'Diminta pembeli' },
      }),
    ])
    await site.sandbox.idle()
    expect([claimed.status, refunded.status].toSorted()).toEqual([200, 409])
    expect(await site.app.modules.learning.isEnrolled(receiver.id, course.id)).toBe(claimed.status === 200)
    const { state } = (await site.call('GET', `/my-transaction/${transactionId}`, { token: giver.token })).body.data
    expect(state).toBe(claimed.status === 200 ? 'paid' : 'refunded')
    await checkBooks(site)
  }
}, 60_000)
