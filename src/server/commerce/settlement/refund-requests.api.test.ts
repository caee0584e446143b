import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { buy, checkBooks } from '#testing/materials/purchases.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  course = await site.createCourse({ price: 90_000, lessons: 3 })
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const ask = ({ token }: SignedIn, id: string, reason = 'Ternyata bukan yang kucari') =>
  site.call('POST', `/my-transaction/${id}/refund-request`, { token, body: { reason } })
async function decide(id: string, how: 'approve' | 'refuse', sentence = 'Terima kasih sudah memberi tahu kami.') {
  await site.stepUp(admin)
  return site.call('POST', `/admin/refund-requests/${id}/${how}`, { token: admin.token, body: { sentence } })
}
const stateOf = async ({ token }: SignedIn, id: string) =>
  (await site.call('GET', `/my-transaction/${id}`, { token })).body.data.state

test('a buyer asks, staff approve once with a sentence: the money goes back, access ends, each step is mailed', async () => {
  const student = await site.createStudent()
  const { transactionId } = await buy(site, student, { courseId: course.id })
  const asked = await ask(student, transactionId)
  expect([asked.status, asked.body.data.state]).toEqual([201, 'open'])
  expect((await ask(student, transactionId)).status).toBe(409)
  const listed = (await site.call('GET', '/admin/refund-requests?state=open', { token: admin.token })).body
  expect(listed.data).toMatchObject([{ transactionId, state: 'open', amount: 90_000, buyer: { email: student.email } }])
  const id = asked.body.data._id
  const statuses = await Promise.all([decide(id, 'approve'), decide(id, 'approve')])
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await site.sandbox.idle()
  expect(await stateOf(student, transactionId)).toBe('refunded')
  expect(await site.app.modules.learning.isEnrolled(student.id, course.id)).toBe(false)
  // The refund tells of the decision, too: one mail and one line in the list.
  const mails = (await site.mailsTo(student.email)).slice(-2)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Permintaan pengembalian dana: ${course.title}`,
    `Dana dikembalikan: ${course.title}`,
  ])
  expect(mails[1]?.text).toContain('Terima kasih sudah memberi tahu kami.')
  const told = (await site.call('GET', '/me/notifications', { token: student.token })).body.data as { title: string }[]
  expect(told.filter(({ title }) => /dikembalikan|disetujui/.test(title))).toMatchObject([
    { title: `Dana dikembalikan: ${course.title}` },
  ])
})

test('of an approved request whose money the provider does not return at once, the buyer hears the decision', async () => {
  const student = await site.createStudent()
  const { transactionId, orderId } = await buy(site, student, { courseId: course.id })
  site.sandbox.setChaos({ rejectRefunds: true }, orderId)
  const asked = await ask(student, transactionId)
  const approved = await decide(asked.body.data._id, 'approve')
  expect([approved.status, approved.body.message]).toEqual([200, expect.stringContaining('menolak')])
  expect((await site.mailsTo(student.email)).at(-1)).toMatchObject({
    subject: `Pengembalian dana disetujui: ${course.title}`,
    text: expect.stringContaining('Terima kasih sudah memberi tahu kami.'),
  })
})

test('a long reason is cut for the refund and the audit log, never within a character', async () => {
  const student = await site.createStudent()
  const { transactionId } = await buy(site, student, { courseId: course.id })
  const asked = await ask(student, transactionId, `${'a'.repeat(199)}\u{1F64F} ${'b'.repeat(20)}`)
  expect((await decide(asked.body.data._id, 'approve')).status).toBe(200)
  expect(await stateOf(student, transactionId)).toBe('refunded')
})

test('a refused request keeps purchase and access, and the buyer reads why', async () => {
  const student = await site.createStudent()
  const { transactionId } = await buy(site, student, { courseId: course.id })
  const { _id: id } = (await ask(student, transactionId)).body.data
  expect((await decide(id, 'refuse', '')).status).toBe(422)
  expect((await decide(id, 'refuse', 'Kelasnya sudah sesuai deskripsi.')).body.data).toMatchObject({
    state: 'refused',
    sentence: 'Kelasnya sudah sesuai deskripsi.',
  })
  expect(await stateOf(student, transactionId)).toBe('paid')
  const told = (await site.call('GET', '/me/notifications', { token: student.token })).body.data
  expect(JSON.stringify(told)).toMatch(/Pengembalian dana ditolak: .*Kelasnya sudah sesuai deskripsi/)
  expect((await site.mailsTo(student.email)).at(-1)?.text).toContain('Kelasnya sudah sesuai deskripsi.')
})

test('within seven days and below 30 % progress, of an own paid purchase', async () => {
  const [student, other] = [await site.createStudent(), await site.createStudent()]
  const { transactionId } = await buy(site, student, { courseId: course.id })
  expect((await ask(other, transactionId)).status).toBe(404)
  expect((await ask(student, transactionId, 'x')).status).toBe(422)
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: student.token })
  expect((await ask(student, transactionId)).body.code).toBe('too-far')
  const late = await buy(site, other, { courseId: course.id })
  site.clock.advance(7 * dayMs + 1000)
  const again = await site.call('POST', '/sign-in', { body: { email: other.email, password } })
  expect((await ask({ ...other, token: again.body.data.token }, late.transactionId)).body.code).toBe('too-late')
})

test('a request ends with what makes it pointless: all of the money went back, or the gift was claimed', async () => {
  const [buyer, giver, friend] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
  const own = await buy(site, buyer, { courseId: course.id })
  const gift = { email: 'penerima@contoh.id', name: 'Rina' }
  const given = await buy(site, giver, { courseId: course.id, gift })
  const staff = await site.createAdmin()
  await ask(buyer, own.transactionId)
  await ask(giver, given.transactionId)
  await site.stepUp(staff)
  const refund = `/admin/transactions/${own.transactionId}/refund`
  expect((await site.call('POST', refund, { token: staff.token, body: { reason: 'Salah beli' } })).status).toBe(200)
  await site.sandbox.idle()
  const token = /\/hadiah\/([\w-]+)/.exec((await site.mailsTo(gift.email)).at(-1)?.text ?? '')?.[1]
  expect((await site.call('POST', `/gifts/${token}/claim`, { token: friend.token })).status).toBe(200)
  expect((await site.call('GET', '/admin/refund-requests?state=open', { token: staff.token })).body.data).toEqual([])
  const requestOf = async (who: SignedIn, id: string) =>
    (await site.call('GET', `/my-transaction/${id}`, { token: who.token })).body.data.refundRequest
  expect(await requestOf(buyer, own.transactionId)).toMatchObject({ state: 'approved' })
  expect(await requestOf(giver, given.transactionId)).toMatchObject({
    state: 'refused',
    sentence: expect.stringContaining('sudah diterima'),
  })
  const subjects = (await site.mailsTo(giver.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('Pengembalian dana ditolak'))).toHaveLength(1)
  expect((await ask(giver, given.transactionId)).body.code).toBe('gift-claimed')
})

test('the total of a search counts what it found', async () => {
  const [staff, student, other] = [await site.createAdmin(), await site.createStudent(), await site.createStudent()]
  const courses = [course, await site.createCourse({ price: 50_000 })]
  for (const { id } of courses) await ask(student, (await buy(site, student, { courseId: id })).transactionId)
  await ask(other, (await buy(site, other, { courseId: course.id })).transactionId)
  const found = await site.call('GET', `/admin/refund-requests?q=${student.email}&limit=1`, { token: staff.token })
  expect([found.body.data.length, found.body.meta.total]).toEqual([1, 2])
})
