import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { settingTable } from '#contract/site/setting-table.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { countQueries } from '#testing/scale/count-queries.ts'
import { buy, checkBooks } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const account = { bank: 'BCA', number: '123-456 7890', holder: 'Sari Instruktur' }
const showBalance = async ({ token }: SignedIn) => (await site.call('GET', '/me/balance', { token })).body.data
async function balanceOf(person: SignedIn) {
  const { availableIdr, heldIdr } = await showBalance(person)
  return { availableIdr, heldIdr }
}
const request = ({ token }: SignedIn, amountIdr: unknown) =>
  site.call('POST', '/payouts', { token, body: { amountIdr } })
const decide = (id: string, how: 'sent' | 'failed', body: unknown) =>
  site.call('POST', `/admin/payouts/${id}/${how}`, { token: admin.token, body })

/** An instructor with a verified account, and what a sale of a course earned them. */
async function sellOne(price = 500_000) {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ price, instructorId: instructor.id })
  const order = await buy(site, await site.createStudent(), { courseId: course.id })
  await site.call('PUT', '/me/bank-account', { token: instructor.token, body: account })
  await site.call('POST', `/admin/bank-accounts/${instructor.id}/verify`, {
    token: admin.token,
    body: { number: '1234567890' },
  })
  return { instructor, order }
}

async function signInAgain(person: SignedIn): Promise<SignedIn> {
  const { body } = await site.call('POST', '/sign-in', { body: { email: person.email, password } })
  return { ...person, token: body.data.token }
}

/** The sales of before are not held any more; sessions are new. */
async function afterHolding(person: SignedIn): Promise<SignedIn> {
  site.clock.advance(15 * dayMs)
  admin = await signInAgain(admin)
  return signInAgain(person)
}

test('a sale is held for fourteen days, then it can be paid out to a verified account, and never more than there is', async () => {
  const { instructor: early } = await sellOne()
  const { availableIdr, heldIdr } = await balanceOf(early)
  expect([availableIdr, heldIdr > 0]).toEqual([0, true])
  expect((await request(early, 10_000)).body.errors).toEqual({ amountIdr: `Saldo yang tersedia ${formatRupiah(0)}` })
  const instructor = await afterHolding(early)
  expect(await balanceOf(instructor)).toEqual({ availableIdr: heldIdr, heldIdr: 0 })
  const responses = await Promise.all(Array.from({ length: 5 }, () => request(instructor, heldIdr)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422])
  expect(await balanceOf(instructor)).toEqual({ availableIdr: 0, heldIdr: 0 })
})

test('a payout that is asked for again, because the response was lost, is the same one', async () => {
  const { instructor: early } = await sellOne()
  const instructor = await afterHolding(early)
  const { availableIdr } = await balanceOf(instructor)
  const key = randomUUID()
  const send = (amountIdr: number) =>
    site.call('POST', '/payouts', { token: instructor.token, body: { amountIdr, key } })
  const first = await send(10_000)
  const again = await Promise.all([send(10_000), send(10_000)])
  expect(again.map(({ status, body }) => [status, body.data._id])).toEqual([
    [201, first.body.data._id],
    [201, first.body.data._id],
  ])
  const another = await send(20_000)
  expect([another.status, another.body.code]).toEqual([409, 'already-requested'])
  expect((await balanceOf(instructor)).availableIdr).toBe(availableIdr - 10_000)
  expect((await request(instructor, 10_000)).status).toBe(201)
  expect((await balanceOf(instructor)).availableIdr).toBe(availableIdr - 20_000)
})

test('a payout that waits is withdrawn by who asked for it, once; one in a batch or of another instructor is not', async () => {
  const { instructor: early } = await sellOne()
  const instructor = await afterHolding(early)
  const before = await balanceOf(instructor)
  const withdraw = ({ token }: SignedIn, id: string) => site.call('POST', `/payouts/${id}/withdraw`, { token })
  const { _id: id } = (await request(instructor, 10_000)).body.data
  for (const [who, each, status] of [
    [await site.createInstructor(), id, 404],
    [instructor, randomUUID(), 404],
    [instructor, 'x', 404],
    [await site.createStudent(), id, 403],
  ] as const)
    expect((await withdraw(who, each)).status).toBe(status)
  const answers = await Promise.all([withdraw(instructor, id), withdraw(instructor, id)])
  expect(answers.map(({ status, body }) => [status, body.data.state, body.data.reference])).toEqual([
    [200, 'withdrawn', null],
    [200, 'withdrawn', null],
  ])
  expect(await balanceOf(instructor)).toEqual(before)
  expect((await decide(id, 'sent', { reference: 'R' })).body.code).toBe('already-decided')
  const listed = await site.call('GET', '/payouts?state=withdrawn', { token: instructor.token })
  expect(listed.body.data).toMatchObject([{ _id: id }])

  const { _id: sentOff } = (await request(instructor, 10_000)).body.data
  await site.call('POST', '/admin/payouts/batches', { token: admin.token })
  const late = await withdraw(instructor, sentOff)
  expect([late.status, late.body.code]).toEqual([409, 'already-processed'])
})

test('an account is verified as it was seen, and a change needs another verification', async () => {
  const instructor = await site.createInstructor()
  const { token } = instructor
  expect((await site.call('GET', '/me/bank-account', { token })).body.data).toBeNull()
  expect((await request(instructor, 10_000)).body.code).toBe('bank-account-unverified')
  const saved = (await site.call('PUT', '/me/bank-account', { token, body: account })).body.data
  expect(saved).toEqual({ ...account, number: '1234567890', verifiedAt: null })
  const verify = (number: string) =>
    site.call('POST', `/admin/bank-accounts/${instructor.id}/verify`, { token: admin.token, body: { number } })
  expect((await verify('1234567891')).body.code).toBe('account-changed')
  expect((await verify('1234567890')).body.data.verifiedAt).toEqual(expect.any(String))
  expect(
    (await site.call('PUT', '/me/bank-account', { token, body: { ...account, number: '99999' } })).body.data.verifiedAt,
  ).toBeNull()
  // The same number of another holder, saved after the admin's list was loaded.
  const seen = (await site.call('GET', '/admin/bank-accounts?limit=100', { token: admin.token })).body.data.find(
    ({ number }: { number: string }) => number === '99999',
  )
  site.clock.advance(1)
  await site.call('PUT', '/me/bank-account', { token, body: { ...account, number: '99999', holder: 'Orang Lain' } })
  const verifySeen = () =>
    site.call('POST', `/admin/bank-accounts/${instructor.id}/verify`, {
      token: admin.token,
      body: { number: seen.number, updatedAt: seen.updatedAt },
    })
  expect((await verifySeen()).body.code).toBe('account-changed')
  const wrong = await site.call('PUT', '/me/bank-account', { token, body: { bank: '', number: 'abc', holder: 'a\nb' } })
  expect(Object.keys(wrong.body.errors)).toEqual(['bank', 'number', 'holder'])
})

test('a batch has each payout once; sent and failed are final, and a failure returns the amount', async () => {
  const first = await sellOne()
  const second = await sellOne()
  const instructor = await afterHolding(first.instructor)
  const other = await signInAgain(second.instructor)
  const { availableIdr } = await balanceOf(instructor)
  const [mine, theirs] = [
    (await request(instructor, availableIdr)).body.data._id,
    (await request(other, 10_000)).body.data._id,
  ]
  const batches = await Promise.all(
    [1, 2].map(() => site.call('POST', '/admin/payouts/batches', { token: admin.token, body: {} })),
  )
  expect(batches.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const { batchId, count } = batches.find(({ status }) => status === 201)?.body.data ?? {}
  expect(count).toBeGreaterThanOrEqual(2)
  const file = async () => (await site.call('GET', `/admin/payouts/batches/${batchId}`, { token: admin.token })).body
  expect(await file()).toContain(mine)
  const unknown = await site.call('GET', `/admin/payouts/batches/${mine}`, { token: admin.token })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not-found'])
  const ends = await Promise.all([
    decide(mine, 'sent', { reference: 'BCA-77' }),
    decide(mine, 'sent', { reference: 'BCA-78' }),
  ])
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await decide(theirs, 'failed', { reason: 'Rekening ditutup' })).status).toBe(200)
  expect((await decide(theirs, 'sent', { reference: 'x' })).status).toBe(409)
  expect(await file()).not.toContain(mine)
  expect((await balanceOf(instructor)).availableIdr).toBe(0)
  expect((await balanceOf(other)).availableIdr).toBe(availableIdr)
  const listed = (await site.call('GET', '/payouts', { token: other.token })).body.data
  expect(listed).toMatchObject([{ _id: theirs, state: 'failed', reference: 'Rekening ditutup' }])
  expect((await site.mailsTo(other.email)).map(({ subject }) => subject)).toContain(
    `Pencairan ${formatRupiah(10_000)} gagal`,
  )
})

test('a payout that is under way when the account is deleted is still sent, and then forgets where to', async () => {
  const { instructor: early } = await sellOne()
  const instructor = await afterHolding(early)
  const { _id: id } = (await request(instructor, 10_000)).body.data
  await site.stepUp(admin)
  const removal = await site.call('POST', `/admin/students/${instructor.id}/deletion`, {
    token: admin.token,
    body: { email: instructor.email, coursesTo: admin.id },
  })
  expect(removal.status).toBe(200)
  const accountOf = async () =>
    (await site.database.query.execute(sql`select bank, number, holder from payouts where id = ${id}`)).rows
  expect(await accountOf()).toEqual([{ bank: 'BCA', number: '1234567890', holder: 'Sari Instruktur' }])
  expect((await decide(id, 'sent', { reference: 'BCA-1' })).status).toBe(200)
  expect(await accountOf()).toEqual([{ bank: '', number: '', holder: '' }])
  const { rows } = await site.database.query.execute(sql`select 1 from mails where to_email like '%@invalid'`)
  expect(rows).toEqual([])
})

test('the sums of a balance are read in one statement, so that a refund that is booked meanwhile never makes it larger', async () => {
  const { instructor } = await sellOne()
  const { payouts } = site.app.modules.commerce
  // The other one reads the settings.
  expect(await countQueries(site.database, () => payouts.readBalance(instructor.id))).toBe(2)
})

describe('rules that an admin has changed', () => {
  const { moneyRules } = settingTable
  async function saveRules(patch: object) {
    const { body } = await site.call('GET', '/admin/settings', { token: admin.token })
    const { updatedAt: _, ...settings } = body.data
    return site.call('PUT', '/admin/settings', {
      token: admin.token,
      body: { ...settings, moneyRules: { ...settings.moneyRules, ...patch } },
    })
  }
  beforeAll(async () => void (admin = await signInAgain(admin)))
  afterAll(() => saveRules(moneyRules.initial))

  test('hold a sale for as long as they say, and name the smallest payout', async () => {
    expect((await saveRules({ payoutHoldDays: 2, minimumPayoutIdr: 50_000 })).status).toBe(200)
    const { instructor: early } = await sellOne()
    expect(await showBalance(early)).toMatchObject({ availableIdr: 0, holdDays: 2, minimumPayoutIdr: 50_000 })
    site.clock.advance(3 * dayMs)
    admin = await signInAgain(admin)
    const instructor = await signInAgain(early)
    expect((await showBalance(instructor)).heldIdr).toBe(0)
    const tooLow = await request(instructor, 49_999)
    expect([tooLow.status, tooLow.body.errors]).toEqual([422, { amountIdr: `Minimal ${formatRupiah(50_000)}` }])
    expect((await request(instructor, 50_000)).status).toBe(201)
  })

  test('say until when a buyer may ask for a refund, and the page of refunds says so', async () => {
    expect((await saveRules({ refundDays: 2 })).status).toBe(200)
    expect((await site.call('GET', '/legal/refunds')).body.data.html).toContain('dalam 2 hari')
    const student = await site.createStudent()
    const course = await site.createCourse({ price: 100_000 })
    const order = await buy(site, student, { courseId: course.id })
    site.clock.advance(2 * dayMs + 1000)
    const { token } = await signInAgain(student)
    const path = `/my-transaction/${order.transactionId}`
    expect((await site.call('GET', path, { token })).body.data.canAskRefund).toBe(false)
    const asked = await site.call('POST', `${path}/refund-request`, { token, body: { reason: 'Kurang cocok' } })
    expect([asked.status, asked.body.code]).toEqual([409, 'too-late'])
    admin = await signInAgain(admin)
    expect((await saveRules({ refundDays: 3 })).status).toBe(200)
    expect((await site.call('GET', path, { token })).body.data.canAskRefund).toBe(true)
  })

  test.each([
    [{ refundDays: -1 }, { 'moneyRules.refundDays': 'Isi angka 0–365' }],
    [{ payoutHoldDays: 1.5 }, { 'moneyRules.payoutHoldDays': 'Isi angka 0–365' }],
    [{ minimumPayoutIdr: 9999 }, { 'moneyRules.minimumPayoutIdr': 'Isi Rp 10.000 sampai Rp 10.000.000' }],
  ])('that make no sense are refused at their field: %j', async (patch, errors) => {
    const saved = await saveRules(patch)
    expect([saved.status, saved.body.errors]).toEqual([422, errors])
  })
})

test('a refund after the payout makes the balance negative, and the next sale fills it', async () => {
  const { instructor: early, order } = await sellOne()
  const instructor = await afterHolding(early)
  const { availableIdr } = await balanceOf(instructor)
  await request(instructor, availableIdr)
  site.sandbox.refund(order.orderId, {})
  await site.sandbox.idle()
  expect(await balanceOf(instructor)).toEqual({ availableIdr: -availableIdr, heldIdr: 0 })
  const course = await site.createCourse({ price: 500_000, instructorId: instructor.id })
  await buy(site, await site.createStudent(), { courseId: course.id })
  const later = await afterHolding(instructor)
  expect(await balanceOf(later)).toEqual({ availableIdr: 0, heldIdr: 0 })
})

test('an admin sees on the page of a user what they were not paid yet, held or not', async () => {
  const unpaidOf = async ({ id }: SignedIn) =>
    (await site.call('GET', `/admin/students/${id}`, { token: admin.token })).body.data.unpaidIdr
  const { instructor: early } = await sellOne()
  const { heldIdr } = await balanceOf(early)
  expect(await unpaidOf(early)).toBe(heldIdr)
  const instructor = await afterHolding(early)
  await request(instructor, heldIdr - 10_000)
  expect(await unpaidOf(instructor)).toBe(10_000)
  expect(await unpaidOf(await site.createStudent())).toBe(0)
})
