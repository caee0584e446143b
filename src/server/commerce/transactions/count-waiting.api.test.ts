import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { buy } from '#testing/materials/purchases.ts'
import { decide, offerTransfers, openTransfer, sendProof } from '#testing/materials/transfers.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  await offerTransfers(site)
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const count = async ({ token } = admin) => (await site.call('GET', '/admin/waiting-money', { token })).body.data
const none = { transfers: 0, refundRequests: 0, payouts: 0, refundsToSend: 0 }

test('proofs, requests for refunds and accounts are counted while they wait for an admin, also on the overview', async () => {
  const [student, instructor] = [await site.createStudent(), await site.createInstructor()]
  const [one, two] = [await site.createCourse({ price: 50_000 }), await site.createCourse({ price: 50_000 })]
  expect(await count()).toEqual(none)
  const { transactionId } = await openTransfer(site, student, { courseId: one.id })
  // Before there is a proof nobody waits.
  expect(await count()).toEqual(none)
  await sendProof(site, student, transactionId)
  const bought = await buy(site, student, { courseId: two.id })
  await site.call('POST', `/my-transaction/${bought.transactionId}/refund-request`, {
    token: student.token,
    body: { reason: 'Bukan yang kucari' },
  })
  const account = { bank: 'BCA', number: '1234567890', holder: 'Guru' }
  expect((await site.call('PUT', '/me/bank-account', { token: instructor.token, body: account })).status).toBe(200)
  const waiting = { transfers: 1, refundRequests: 1, payouts: 1, refundsToSend: 0 }
  expect(await count()).toEqual(waiting)
  expect((await site.call('GET', '/admin/overview', { token: admin.token })).body.data.waiting).toEqual(waiting)
  await decide(site, admin, transactionId, 'approve')
  const [request] = (await site.call('GET', '/admin/refund-requests', { token: admin.token })).body.data
  await site.call('POST', `/admin/refund-requests/${request._id}/refuse`, {
    token: admin.token,
    body: { sentence: 'Sudah lewat batas.' },
  })
  await site.call('POST', `/admin/bank-accounts/${instructor.id}/verify`, {
    token: admin.token,
    body: { number: '1234567890' },
  })
  expect(await count()).toEqual(none)
  expect((await site.call('GET', '/admin/overview', { token: instructor.token })).body.data.waiting).toBeNull()
  expect((await site.call('GET', '/admin/waiting-money', { token: instructor.token })).status).toBe(403)
})
