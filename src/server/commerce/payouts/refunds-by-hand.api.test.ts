import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { password, type SignedIn } from '#testing/factories.ts'
import { checkBooks } from '#testing/materials/purchases.ts'
import { decide, offerTransfers, openTransfer, sendProof } from '#testing/materials/transfers.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  await offerTransfers(site)
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const account = { bank: 'BCA', number: '000 987-6543', holder: 'Rina Wati' }
const show = async ({ token }: SignedIn, id: string) =>
  (await site.call('GET', `/my-transaction/${id}`, { token })).body.data
const saveAccount = async (who: SignedIn, id: string, body: object = account) => {
  await site.stepUp(who)
  return site.call('PUT', `/my-transaction/${id}/refund-account`, { token: who.token, body })
}
async function asAdmin(path: string, body: object = {}) {
  await site.stepUp(admin)
  return site.call('POST', `/admin/${path}`, { token: admin.token, body })
}
const toSend = async (query = '') =>
  (await site.call('GET', `/admin/payouts?kind=refund${query}`, { token: admin.token })).body.data
const waiting = async () => (await site.call('GET', '/admin/waiting-money', { token: admin.token })).body.data
const lastMail = async ({ email }: SignedIn) => (await site.mailsTo(email)).at(-1)
const lastNews = async ({ token }: SignedIn) =>
  (await site.call('GET', '/me/notifications', { token })).body.data[0] as { title: string; text: string }

/** A paid transfer of two courses. */
async function pay(student: SignedIn, method = 'transfer') {
  const items = [
    { courseId: (await site.createCourse({ title: 'Riset UX', price: 90_000 })).id },
    { courseId: (await site.createCourse({ title: 'Flutter', price: 60_000 })).id },
  ]
  const { transactionId, amount } = await openTransfer(site, student, { items, method })
  await sendProof(site, student, transactionId)
  await decide(site, admin, transactionId, 'approve')
  return { transactionId, amount }
}

test('a refund of a transfer waits for the account, then for an admin, and is sent with a reference: the buyer reads each step', async () => {
  const student = await site.createStudent()
  const { transactionId } = await pay(student)
  const [line] = (await show(student, transactionId)).items
  const before = await waiting()
  expect(
    (await asAdmin(`transactions/${transactionId}/refund`, { reason: 'Salah beli', lineIds: [line.lineId] })).body
      .message,
  ).toBe('Pengembalian dicatat. Kirim dananya dari Pencairan.')
  expect(await waiting()).toEqual({ ...before, refundsToSend: before.refundsToSend + 1 })
  expect((await show(student, transactionId)).refundTransfers).toMatchObject([
    { state: 'requested', amount: line.amount, account: null },
  ])
  expect(await lastMail(student)).toMatchObject({
    subject: 'Dana akan dikirim balik: Riset UX',
    text: expect.stringContaining('Isi dulu rekeningmu'),
  })
  expect((await lastNews(student)).title).toBe('Dana akan dikirim balik: Riset UX')
  expect((await lastMail(admin))?.subject).toMatch(/^Kirim balik Rp.*: Riset UX$/)
  // Without an account there is nothing to put into a file.
  expect((await asAdmin('payouts/batches')).body.code).toBe('nothing-requested')

  const saved = await saveAccount(student, transactionId)
  expect(saved.body.data.refundTransfers).toMatchObject([{ state: 'requested', account: 'BCA ••••6543' }])
  expect((await lastMail(admin))?.subject).toMatch(/^Rekening pengembalian diisi: Rp/)
  const { data: batch } = (await asAdmin('payouts/batches')).body
  expect(batch).toMatchObject({ count: 1, amountIdr: line.amount })
  const file = await site.call('GET', `/admin/payouts/batches/${batch.batchId}`, { token: admin.token })
  expect(file.body).toContain('0009876543')
  expect((await show(student, transactionId)).refundTransfers[0].state).toBe('batched')
  // It is in a file already.
  await saveAccount(student, transactionId, { ...account, number: '1111111' })
  const [row] = await toSend('&state=batched')
  const transaction = { _id: transactionId, title: 'Riset UX' }
  expect(row).toMatchObject({ kind: 'refund', number: '0009876543', transaction })

  expect((await asAdmin(`payouts/${row._id}/sent`, { reference: 'TRX-77' })).status).toBe(200)
  expect((await asAdmin(`payouts/${row._id}/sent`, { reference: 'TRX-78' })).body.code).toBe('already-decided')
  expect((await show(student, transactionId)).refundTransfers).toMatchObject([{ state: 'sent', reference: 'TRX-77' }])
  expect(await lastMail(student)).toMatchObject({
    subject: expect.stringMatching(/^Pengembalian dana Rp.* sudah dikirim$/),
    text: expect.stringMatching(/untuk Riset UX sudah kami kirim[^]*TRX-77/),
  })
  expect((await lastNews(student)).title).toBe('Dana sudah dikirim balik: Riset UX')
  expect(await waiting()).toEqual(before)
})

test('the list of orders says what a refund that is not sent yet waits for', async () => {
  const student = await site.createStudent()
  const { transactionId } = await pay(student)
  const listed = async (): Promise<string | null> => {
    const { data } = (await site.call('GET', '/admin/transactions', { token: admin.token })).body
    return data.find(({ _id }: { _id: string }) => _id === transactionId).unsentRefund
  }
  expect(await listed()).toBeNull()
  await asAdmin(`transactions/${transactionId}/refund`, { reason: 'Salah beli' })
  expect(await listed()).toBe('account')
  await saveAccount(student, transactionId)
  expect(await listed()).toBe('sending')
  const [row] = await toSend('&state=requested')
  await asAdmin(`payouts/${row._id}/sent`, { reference: 'TRX-79' })
  expect(await listed()).toBeNull()
})

test('one that failed waits again, for another account, with the reason; of QRIS too; nothing is booked twice', async () => {
  const student = await site.createStudent()
  const { transactionId, amount } = await pay(student, 'qris')
  await saveAccount(student, transactionId)
  await asAdmin(`transactions/${transactionId}/refund`, { reason: 'Salah beli' })
  const booked = (await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })).body.data
    .ledger
  const [first] = await toSend('&state=requested')
  expect(first).toMatchObject({ amountIdr: amount, number: '0009876543' })
  await asAdmin(`payouts/${first._id}/failed`, { reason: 'Rekening tutup' })
  expect((await show(student, transactionId)).refundTransfers).toMatchObject([
    { state: 'failed', reference: 'Rekening tutup' },
    { state: 'requested', account: null, amount },
  ])
  expect(await lastMail(student)).toMatchObject({
    subject: expect.stringContaining('belum bisa dikirim'),
    text: expect.stringContaining('Rekening tutup'),
  })
  await saveAccount(student, transactionId, { ...account, number: '5555500000' })
  const [second] = await toSend('&state=requested')
  expect(second).toMatchObject({ number: '5555500000', payee: { _id: null } })
  expect((await asAdmin(`payouts/${second._id}/sent`, { reference: 'OK-1' })).status).toBe(200)
  expect(
    (await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })).body.data.ledger,
  ).toEqual(booked)
  // It is found by its purchase, and is in no list of an instructor.
  expect((await toSend(`&q=${encodeURIComponent('Riset UX')}`)).length).toBeGreaterThan(0)
  const instructor = await site.createInstructor()
  expect((await site.call('GET', '/payouts', { token: instructor.token })).body.data).toEqual([])
})

test('an account is of the own payment by hand that can be refunded, and is checked field by field', async () => {
  const [student, other] = [await site.createStudent(), await site.createStudent()]
  const { transactionId } = await pay(student)
  expect((await saveAccount(other, transactionId)).status).toBe(404)
  const { status, body } = await saveAccount(student, transactionId, { bank: ' ', number: '12ab', holder: '\u202e' })
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['bank', 'holder', 'number']])
  const unpaid = await openTransfer(site, other, { courseId: (await site.createCourse({ price: 50_000 })).id })
  expect((await saveAccount(other, unpaid.transactionId)).body.code).toBe('no-refund')
  const old = await site.call('PUT', `/my-transaction/${transactionId}/refund-account`, { body: account })
  expect(old.status).toBe(401)
})

test('the account goes with the account of its buyer, once the money was sent', async () => {
  const student = await site.createStudent()
  const { transactionId } = await pay(student)
  await saveAccount(student, transactionId)
  await asAdmin(`transactions/${transactionId}/refund`, { reason: 'Salah beli' })
  const [row] = await toSend('&state=requested')
  await site.stepUp(student)
  const deleted = await site.call('POST', '/me/deletion', {
    token: student.token,
    body: { email: student.email, password },
  })
  expect(deleted.status).toBe(200)
  expect((await toSend('&state=requested'))[0]).toMatchObject({ _id: row._id, number: '0009876543' })
  await asAdmin(`payouts/${row._id}/sent`, { reference: 'AKHIR' })
  expect((await toSend('&state=sent')).find(({ _id }: { _id: string }) => _id === row._id).number).toBe('')
})
