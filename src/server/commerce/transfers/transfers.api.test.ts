import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { svgPicture } from '#testing/materials/pictures.ts'
import { checkBooks, openOrder } from '#testing/materials/purchases.ts'
import { decide, offerTransfers, openTransfer, picture, sendProof } from '#testing/materials/transfers.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let other: SignedIn
let course: MadeCourse
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  other = await site.createAdmin()
  instructor = await site.createInstructor()
  course = await site.createCourse({ title: 'Kelas Transfer', price: 89_000, instructorId: instructor.id })
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const show = async ({ token }: SignedIn, id: string) =>
  (await site.call('GET', `/my-transaction/${id}`, { token })).body.data
const owns = (who: SignedIn, of = course) => site.app.modules.learning.isEnrolled(who.id, of.id)
const signInAgain = async (who: SignedIn): Promise<SignedIn> => ({
  ...who,
  token: (await site.call('POST', '/sign-in', { body: { email: who.email, password } })).body.data.token,
})
const subjectsTo = async ({ email }: SignedIn) => (await site.mailsTo(email)).map(({ subject }) => subject)

test('is off until an admin enters an account, and its checkout says so beside the field', async () => {
  const student = await site.createStudent()
  for (const method of ['transfer', 'qris', 'lain']) {
    const { status, body } = await site.call('POST', '/checkout', {
      token: student.token,
      body: { courseId: course.id, method },
    })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['method']])
  }
  expect((await site.call('GET', '/site')).body.data.payment.methods).toEqual(['card'])
  await offerTransfers(site)
  expect((await site.call('GET', '/site')).body.data.payment.methods).toEqual(['card', 'transfer', 'qris'])
})

test('shows account and an amount of its own for 24 hours; approval grants, issues the invoice and books what was charged', async () => {
  const student = await site.createStudent()
  const { transactionId, amount, shown, opened } = await openTransfer(site, student, { courseId: course.id })
  expect(opened).toMatchObject({ token: null, redirectUrl: expect.stringContaining(transactionId) })
  expect(amount - 89_000).toBeGreaterThan(0)
  expect(amount - 89_000).toBeLessThan(1_000)
  expect(shown).toMatchObject({
    state: 'pending',
    method: 'transfer',
    uniqueCode: amount - 89_000,
    transfer: { state: 'open', bank: 'BCA', number: '1234567890', holder: 'PT Cendaki', sentence: null },
  })
  expect(new Date(shown.expiresAt).getTime() - site.clock.now().getTime()).toBe(dayMs)
  // The same order, however often it is asked for.
  expect((await openTransfer(site, student, { courseId: course.id })).transactionId).toBe(transactionId)
  expect((await sendProof(site, student, transactionId)).body.data.transfer.state).toBe('checking')
  const approved = await decide(site, admin, transactionId, 'approve')
  expect([approved.status, approved.body.data.state]).toEqual([200, 'approved'])
  const paid = await show(student, transactionId)
  expect(paid).toMatchObject({
    state: 'paid',
    status: 'success',
    total: amount,
    discount: 0,
    paymentMethod: 'manual_transfer',
  })
  expect(paid.lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(amount)
  expect(paid.lines).toContainEqual({ description: 'Kode unik transfer', amount: amount - 89_000 })
  expect(await owns(student)).toBe(true)
  const ofCode = (await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })).body.data
  expect(ofCode.ledger.reduce((sum: number, entry: { gross: number }) => sum + entry.gross, 0)).toBe(amount)
  // The unique code is nobody's income.
  for (const { gross, instructorName, platform } of ofCode.ledger)
    if (instructorName !== null) expect(gross).toBe(89_000)
    else expect(platform).toBe(gross)
  const subjects = await subjectsTo(student)
  for (const subject of [/^Cara membayar/, /^Bukti transfer diterima/, /^Bukti pembayaran INV/])
    expect(subjects.filter((each) => subject.test(each))).toHaveLength(1)
  expect((await subjectsTo(admin)).filter((each) => each.startsWith('Bukti transfer menunggu'))).not.toHaveLength(0)
  const { entries } = await site.app.modules.audit.list({ action: 'transfer.approved' }, { page: 1, limit: 1 })
  expect(entries[0]).toMatchObject({ subjectId: transactionId })
})

test('an order says within how many hours its proof is usually checked, once the owner does', async () => {
  const student = await site.createStudent()
  const { transactionId, shown } = await openTransfer(site, student, { courseId: course.id })
  expect(shown.transfer).not.toHaveProperty('proofHours')
  await site.database.transaction((tx) => site.app.modules.settings.writeSite(tx, { proofHours: 6 }))
  expect((await show(student, transactionId)).transfer.proofHours).toBe(6)
  await site.database.transaction((tx) => site.app.modules.settings.writeSite(tx, { proofHours: 0 }))
})

test('open orders have amounts that differ', async () => {
  const amounts = await Promise.all(
    Array.from(
      { length: 12 },
      async () => (await openTransfer(site, await site.createStudent(), { courseId: course.id })).amount,
    ),
  )
  expect(new Set(amounts).size).toBe(12)
})

test('two admins at once grant once, and a second approval is 409', async () => {
  const student = await site.createStudent()
  const { transactionId } = await openTransfer(site, student, { courseId: course.id })
  const answers = await Promise.all([
    decide(site, admin, transactionId, 'approve'),
    decide(site, other, transactionId, 'approve'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect([
    (await decide(site, admin, transactionId, 'approve')).status,
    (await decide(site, admin, transactionId, 'refuse')).status,
  ]).toEqual([409, 409])
  expect((await subjectsTo(student)).filter((each) => each.startsWith('Bukti pembayaran INV'))).toHaveLength(1)
})

test('a refused proof is told with the sentence, the order stays open for a day, and another proof is accepted', async () => {
  const student = await site.createStudent()
  const { transactionId } = await openTransfer(site, student, { courseId: course.id })
  await sendProof(site, student, transactionId)
  site.clock.advance(23 * hourMs)
  admin = await signInAgain(admin)
  const again = await signInAgain(student)
  expect((await decide(site, admin, transactionId, 'refuse', { sentence: '' })).status).toBe(422)
  expect(
    (await decide(site, admin, transactionId, 'refuse', { sentence: 'Gambarnya tidak terbaca.' })).body.data.state,
  ).toBe('refused')
  const shown = await show(again, transactionId)
  expect(shown).toMatchObject({
    state: 'pending',
    transfer: { state: 'refused', sentence: 'Gambarnya tidak terbaca.' },
  })
  expect(new Date(shown.expiresAt).getTime() - site.clock.now().getTime()).toBe(dayMs)
  expect((await site.mailsTo(student.email)).at(-1)?.text).toContain('Gambarnya tidak terbaca.')
  const { data } = (await site.call('GET', '/me/notifications', { token: again.token })).body
  expect(JSON.stringify(data)).toContain('Bukti transfer ditolak')
  expect((await sendProof(site, again, transactionId)).body.data.transfer.state).toBe('checking')
  expect((await decide(site, admin, transactionId, 'approve')).status).toBe(200)
  expect(await owns(student)).toBe(true)
})

test('without a proof it expires after 24 hours; with one it waits; money that arrives later is still granted', async () => {
  const [late, waiting] = [await site.createStudent(), await site.createStudent()]
  const [expired, checked] = [
    await openTransfer(site, late, { courseId: course.id }),
    await openTransfer(site, waiting, { courseId: course.id }),
  ]
  await sendProof(site, waiting, checked.transactionId)
  site.clock.advance(dayMs + hourMs)
  await site.runDue('commerce')
  const [lateAgain, waitingAgain] = [await signInAgain(late), await signInAgain(waiting)]
  expect([
    (await show(lateAgain, expired.transactionId)).state,
    (await show(waitingAgain, checked.transactionId)).state,
  ]).toEqual(['expired', 'pending'])
  expect((await sendProof(site, lateAgain, expired.transactionId)).body.code).toBe('not-waiting')
  admin = await signInAgain(admin)
  for (const { transactionId } of [expired, checked])
    expect((await decide(site, admin, transactionId, 'approve')).status).toBe(200)
  expect([await owns(late), await owns(waiting)]).toEqual([true, true])
})

test('a proof is a picture by its content, and is shown to its buyer and admins only', async () => {
  const [student, stranger] = [await site.createStudent(), await site.createStudent()]
  const { transactionId } = await openTransfer(site, student, { courseId: course.id })
  for (const content of ['<!doctype html><script>alert(1)</script>', svgPicture]) {
    const { status, body } = await sendProof(
      site,
      student,
      transactionId,
      new File([content], 'bukti.jpg', { type: 'image/jpeg' }),
    )
    expect([status, Object.keys(body.errors)]).toEqual([422, ['proof']])
    expect(body.errors.proof).toContain('WebP')
  }
  expect(
    (
      await sendProof(
        site,
        student,
        transactionId,
        new File([new Uint8Array(3 * 1024 * 1024)], 'bukti.png', { type: 'image/png' }),
      )
    ).status,
  ).toBe(413)
  expect((await sendProof(site, stranger, transactionId)).status).toBe(404)
  expect((await sendProof(site, student, transactionId, await picture())).status).toBe(201)
  const read = async (who?: SignedIn) =>
    site.call('GET', `/my-transaction/${transactionId}/proof`, who ? { token: who.token } : {})
  const own = await read(student)
  expect([own.status, own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'no-store',
  ])
  expect([
    (await read(admin)).status,
    (await read(stranger)).status,
    (await read(await signInAgain(instructor))).status,
    (await read()).status,
  ]).toEqual([200, 404, 404, 401])
})

test('only admins list and decide; the list is searched by buyer and amount, filtered, and paged by key', async () => {
  const student = await site.createStudent()
  const { transactionId, amount } = await openTransfer(site, student, { courseId: course.id })
  for (const who of [student, await signInAgain(instructor)]) {
    expect((await site.call('GET', '/admin/transfers', { token: who.token })).status).toBe(403)
    expect([
      (await decide(site, who, transactionId, 'approve')).status,
      (await decide(site, who, transactionId, 'refuse')).status,
    ]).toEqual([403, 403])
  }
  const list = async (query: string) =>
    (await site.call('GET', `/admin/transfers?${query}`, { token: admin.token })).body
  for (const q of [student.email, String(amount), `Rp ${amount.toLocaleString('id-ID')}`])
    expect((await list(`q=${encodeURIComponent(q)}`)).data).toMatchObject([{ _id: transactionId }])
  await openTransfer(site, student, { courseId: (await site.createCourse({ price: 75_000 })).id })
  expect((await list(`q=${student.email}&limit=1`)).meta.total).toBe(2)
  expect((await list('state=refused')).data.every(({ state }: { state: string }) => state === 'refused')).toBe(true)
  const first = await list('limit=2')
  const second = await list(`limit=2&cursor=${first.meta.next}`)
  expect([first.data.length, second.data.length]).toEqual([2, 2])
  expect(second.data.map(({ _id }: { _id: string }) => _id)).not.toContain(first.data[1]._id)
  expect((await decide(site, admin, crypto.randomUUID(), 'approve')).status).toBe(404)
})

test('a refund goes back by hand: admins are told once, access ends, and the ledger is balanced', async () => {
  const student = await site.createStudent()
  const { transactionId, amount } = await openTransfer(site, student, { courseId: course.id })
  await decide(site, admin, transactionId, 'approve')
  await site.stepUp(admin)
  const refunded = await site.call('POST', `/admin/transactions/${transactionId}/refund`, {
    token: admin.token,
    body: { reason: 'Diminta pembeli' },
  })
  expect(refunded.status).toBe(200)
  expect(await show(student, transactionId)).toMatchObject({ state: 'refunded', refunded: amount })
  expect(await owns(student)).toBe(false)
  expect((await subjectsTo(admin)).filter((each) => each.startsWith('Kirim balik'))).toHaveLength(1)
})

test('who changes the way of paying gets a new order, unless a proof was sent', async () => {
  const [student, sure] = [await site.createStudent(), await site.createStudent()]
  const card = await openOrder(site, student, { courseId: course.id })
  const byHand = await openTransfer(site, student, { courseId: course.id })
  expect((await show(student, card.transactionId)).state).toBe('cancelled')
  // Without a method the open order is continued.
  const continued = await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })
  expect(continued.body.data).toMatchObject({ transactionId: byHand.transactionId, token: null })
  const back = await openOrder(site, student, { courseId: course.id, method: 'card' })
  expect([(await show(student, byHand.transactionId)).state, back.amountIdr]).toEqual(['cancelled', 89_000])
  const { transactionId } = await openTransfer(site, sure, { courseId: course.id })
  await sendProof(site, sure, transactionId)
  const kept = await site.call('POST', '/checkout', {
    token: sure.token,
    body: { courseId: course.id, method: 'card' },
  })
  expect(kept.body.data).toMatchObject({ transactionId, token: null })
})

test('pays a cart, a bundle and a gift as well; static QRIS is another way of the same', async () => {
  const [buyer, giver, friend] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
  const [one, two] = [await site.createCourse({ price: 50_000 }), await site.createCourse({ price: 70_000 })]
  const cart = await openTransfer(site, buyer, { method: 'qris', items: [{ courseId: one.id }, { courseId: two.id }] })
  expect(cart.shown.transfer).toMatchObject({ picture: '/uploads/x.webp', number: null })
  await decide(site, admin, cart.transactionId, 'approve')
  expect([await owns(buyer, one), await owns(buyer, two)]).toEqual([true, true])
  const items = [{ courseId: one.id }, { courseId: two.id }]
  const made = await site.app.modules.commerce.bundles.create(null, {
    title: 'Paket Transfer',
    description: 'Dua kelas.',
    price: 90_000,
    status: 'published',
    items,
  })
  const bundleId = mustBe(made, 'saved').bundle._id
  const bundle = await openTransfer(site, friend, { bundleId })
  await decide(site, admin, bundle.transactionId, 'approve')
  expect([await owns(friend, one), await owns(friend, two)]).toEqual([true, true])
  const gift = { email: 'teman@contoh.id', name: 'Teman' }
  const given = await openTransfer(site, giver, { courseId: course.id, gift })
  expect(await site.mailsTo(gift.email)).toHaveLength(0)
  await decide(site, admin, given.transactionId, 'approve')
  const link = /\/hadiah\/([\w-]+)/.exec((await site.mailsTo(gift.email)).at(-1)?.text ?? '')?.[1]
  const receiver = await site.createStudent()
  expect((await site.call('POST', `/gifts/${link}/claim`, { token: receiver.token })).status).toBe(200)
  expect([await owns(receiver), await owns(giver)]).toEqual([true, false])
})

test('what was bought meanwhile is refunded when its transfer is approved', async () => {
  const student = await site.createStudent()
  const { transactionId, amount } = await openTransfer(site, student, { courseId: course.id })
  await site.enroll(student, course)
  await decide(site, admin, transactionId, 'approve')
  site.clock.advance(10 * 60_000)
  await site.runDue('commerce')
  expect(await show(await signInAgain(student), transactionId)).toMatchObject({ state: 'refunded', refunded: amount })
})

test('a deleted account takes its proof with it, and what it ordered is cancelled', async () => {
  const student = await site.createStudent()
  const { transactionId } = await openTransfer(site, student, { courseId: course.id })
  await sendProof(site, student, transactionId)
  await site.stepUp(student)
  const exported = await site.call('GET', '/me/export', { token: student.token })
  expect(JSON.stringify(exported.body)).toContain(`/api/my-transaction/${transactionId}/proof`)
  expect(
    (await site.call('POST', '/me/deletion', { token: student.token, body: { email: student.email, password } }))
      .status,
  ).toBeLessThan(300)
  admin = await signInAgain(admin)
  expect((await site.call('GET', `/my-transaction/${transactionId}/proof`, { token: admin.token })).status).toBe(404)
  expect(
    (await site.call('GET', `/admin/transfers?state=checking&limit=100`, { token: admin.token })).body.data.map(
      ({ _id }: { _id: string }) => _id,
    ),
  ).not.toContain(transactionId)
})
