import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { insertPayout } from '#testing/materials/purchases.ts'
import { decide, offerTransfers, openTransfer, picture, sendProof } from '#testing/materials/transfers.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  await offerTransfers(site)
})
afterAll(() => site.close())

async function asAdmin(path: string, sent: { body?: object; form?: Record<string, string | File> }) {
  await site.stepUp(admin)
  return site.call('POST', `/admin/${path}`, { token: admin.token, ...sent })
}
const look = async (who: SignedIn, id: string) => (await site.call('GET', `/payouts/${id}/proof`, who)).status
const show = async ({ token }: SignedIn, id: string) =>
  (await site.call('GET', `/my-transaction/${id}`, { token })).body.data

/** A transfer of a course that was paid, and is to be sent back. */
async function refundByHand(student: SignedIn) {
  const { id: courseId } = await site.createCourse({ title: 'Riset UX', price: 90_000 })
  const { transactionId } = await openTransfer(site, student, { courseId })
  await sendProof(site, student, transactionId)
  await decide(site, admin, transactionId, 'approve')
  await asAdmin(`transactions/${transactionId}/refund`, { body: { reason: 'Salah beli' } })
  const [{ _id: payoutId }] = (await show(student, transactionId)).refundTransfers
  return { transactionId, payoutId: payoutId as string }
}

test('a refund that was sent has a picture of the bank, which its buyer and admins open and nobody else', async () => {
  const [student, other] = [await site.createStudent(), await site.createStudent()]
  const instructor = await site.createInstructor()
  const { transactionId, payoutId } = await refundByHand(student)
  expect(await look(student, payoutId)).toBe(404)
  const sent = await asAdmin(`payouts/${payoutId}/sent`, { form: { reference: 'TRX-77', proof: await picture() } })
  expect([sent.status, sent.body.data.hasProof]).toEqual([200, true])
  expect((await show(student, transactionId)).refundTransfers).toMatchObject([{ state: 'sent', hasProof: true }])
  const list = await site.call('GET', '/admin/payouts?kind=refund', admin)
  expect(list.body.data[0]).toMatchObject({ _id: payoutId, hasProof: true })
  const { status, headers } = await site.call('GET', `/payouts/${payoutId}/proof`, student)
  expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    200,
    'image/webp',
    'nosniff',
  ])
  expect(await look(admin, payoutId)).toBe(200)
  expect([await look(other, payoutId), await look(instructor, payoutId)]).toEqual([404, 404])
  expect((await site.call('GET', `/payouts/${payoutId}/proof`)).status).toBe(401)
})

test('what is no picture, or a picture of more than 2 MB, is refused at its field, and nothing is decided', async () => {
  const student = await site.createStudent()
  const { transactionId, payoutId } = await refundByHand(student)
  const send = (proof: File) => asAdmin(`payouts/${payoutId}/sent`, { form: { reference: 'TRX-1', proof } })
  const text = await send(new File(['bukti'], 'bukti.png', { type: 'image/png' }))
  expect([text.status, text.body.errors]).toEqual([422, { proof: 'Bukti harus berupa gambar (JPEG, PNG, atau WebP)' }])
  const large = await send(new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'bukti.png', { type: 'image/png' }))
  expect([large.status, Object.keys(large.body.errors)]).toEqual([413, ['proof']])
  expect((await show(student, transactionId)).refundTransfers).toMatchObject([{ state: 'requested', hasProof: false }])
  const bare = await asAdmin(`payouts/${payoutId}/sent`, { body: { reference: 'TRX-1' } })
  expect([bare.status, bare.body.data.hasProof]).toEqual([200, false])
})

test('an instructor opens the picture of the own payout; it goes with the account, and by itself in time', async () => {
  const [instructor, other] = [await site.createInstructor(), await site.createInstructor()]
  const [mine, theirs] = [await insertPayout(site, instructor.id), await insertPayout(site, other.id)]
  expect([await look(instructor, mine), await look(instructor, theirs)]).toEqual([200, 404])
  expect((await site.call('GET', '/payouts', instructor)).body.data).toMatchObject([{ _id: mine, hasProof: true }])
  await asAdmin(`students/${other.id}/deletion`, { body: { email: other.email, coursesTo: admin.id } })
  expect([await look(admin, theirs), await look(admin, mine)]).toEqual([404, 200])
  const before = new Date(site.clock.now().getTime() + dayMs)
  expect(await site.app.modules.commerce.payouts.deleteOldProofs(before, 100)).toBeGreaterThan(0)
  expect(await look(admin, mine)).toBe(404)
})
