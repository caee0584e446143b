import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { invoiceCounters } from '#server/commerce/tables.ts'

let site: TestSite
let admin: SignedIn
let courseId: string
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  courseId = (await site.createCourse({ title: 'Kelas Bukti', price: 89_000 })).id
})
afterAll(() => site.close())

const checkout = (who: SignedIn, body: object) => site.call('POST', '/checkout', { token: who.token, body })
const mailsTo = async ({ email }: SignedIn) =>
  (await site.call('GET', `/admin/mails?q=${email}`, { token: admin.token })).body.data as {
    kind: string
    subject: string
    _id: string
  }[]

async function buy() {
  const student = await site.createStudent()
  const { body } = await checkout(student, { courseId })
  const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
  site.sandbox.pay(orderId)
  await site.sandbox.idle()
  return { student, orderId, transactionId: body.data.transactionId as string }
}

describe('the receipt', () => {
  test('is mailed once, even when the payment is reported repeatedly', async () => {
    const { student, orderId, transactionId } = await buy()
    site.sandbox.settle(orderId)
    await site.sandbox.idle()
    await site.call('POST', `/my-transaction/${transactionId}/refresh`, { token: student.token })
    const [mail, ...others] = await mailsTo(student)
    expect([mail?.kind, others]).toEqual(['receipt', []])
    expect(mail?.subject).toMatch(/^Bukti pembayaran INV\/2026\/11\/\d{6}$/)
    const { text } = (await site.call('GET', `/admin/mails/${mail?._id}`, { token: admin.token })).body.data
    expect(text).toContain('Kelas Bukti')
    expect(text).toMatch(/Rp\s89\.000/)
    expect(text).toContain(`http://cendaki.test/transaction/invoice/${transactionId}`)
  })

  test('can be resent by its buyer, a few times an hour', async () => {
    const { student, transactionId } = await buy()
    const again = () => site.call('POST', `/my-transaction/${transactionId}/receipt`, { token: student.token })
    expect((await again()).body.data).toEqual({ email: student.email })
    expect(await mailsTo(student)).toHaveLength(2)
    await again()
    await again()
    const rejected = await again()
    expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('sent again after a refund says what went back, and no longer that the buyer owns it', async () => {
    const { student, orderId, transactionId } = await buy()
    const lastMail = async () => (await site.mailsTo(student.email)).at(-1)?.text ?? ''
    expect(await lastMail()).toContain('sekarang milikmu')
    site.sandbox.settle(orderId)
    site.sandbox.refund(orderId)
    await site.sandbox.idle()
    expect(await lastMail()).toContain('aksesnya berakhir')
    await site.call('POST', `/my-transaction/${transactionId}/receipt`, { token: student.token })
    const again = await lastMail()
    expect(again).not.toContain('milikmu')
    expect(again).toMatch(/Dikembalikan[^]*Rp\s89\.000/)
  })

  test('and whatever else is mailed about a purchase goes to the address that the account has now', async () => {
    const { student, transactionId } = await buy()
    const second = await site.createCourse({ price: 60_000 })
    const { body } = await checkout(student, { courseId: second.id })
    const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
    const before = await mailsTo(student)
    const corrected = { ...student, email: `betul-${student.email}` }
    await site.stepUp(admin)
    await site.call('PUT', `/admin/students/${student.id}/email`, {
      token: admin.token,
      body: { email: corrected.email },
    })
    const signedIn = await site.call('POST', '/sign-in', { body: { email: corrected.email, password } })
    const { token } = signedIn.body.data
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    const reason = 'Ternyata bukan yang kucari'
    const asked = await site.call('POST', `/my-transaction/${transactionId}/refund-request`, {
      token,
      body: { reason },
    })
    await site.call('POST', `/admin/refund-requests/${asked.body.data._id}/refuse`, {
      token: admin.token,
      body: { sentence: 'Sudah sesuai deskripsi.' },
    })
    const again = await site.call('POST', `/my-transaction/${transactionId}/receipt`, { token })
    expect(again.body.data).toEqual({ email: corrected.email })
    expect((await mailsTo(corrected)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['receipt', 'refund-request', 'refund-request', 'receipt']),
    )
    const old = (await site.mailsTo(student.email)).filter(({ kind }) => !kind.includes('email'))
    expect(old).toHaveLength(before.length)
    expect(again.status).toBe(200)
    // The books keep what was bought under.
    const invoice = (await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })).body.data
    expect(invoice.user.email).toBe(student.email)
  })

  test('is rejected with 404 for another student, and before the payment', async () => {
    const { transactionId } = await buy()
    const otherStudent = await site.createStudent()
    expect(
      (await site.call('POST', `/my-transaction/${transactionId}/receipt`, { token: otherStudent.token })).status,
    ).toBe(404)
    const { body } = await checkout(otherStudent, { courseId })
    expect(
      (await site.call('POST', `/my-transaction/${body.data.transactionId}/receipt`, { token: otherStudent.token }))
        .body.code,
    ).toBe('not-paid')
    expect(await mailsTo(otherStudent)).toEqual([])
  })

  test('is followed by a mail for each refund', async () => {
    const { student, orderId } = await buy()
    site.sandbox.settle(orderId)
    site.sandbox.refund(orderId, { amountIdr: 9_000 })
    await site.sandbox.idle()
    site.sandbox.refund(orderId)
    await site.sandbox.idle()
    expect((await mailsTo(student)).map(({ kind }) => kind)).toEqual(['refund', 'refund', 'receipt'])
  })
})

describe('limits', () => {
  test('the eleventh new transaction within a minute is rejected; reusing an open one does not count', async () => {
    const student = await site.createStudent()
    const courses = await Promise.all(Array.from({ length: 11 }, () => site.createCourse()))
    for (const { id } of courses.slice(0, 10)) {
      expect((await checkout(student, { courseId: id })).status).toBe(200)
      expect((await checkout(student, { courseId: id })).status).toBe(200)
    }
    const rejected = await checkout(student, { courseId: courses[10]?.id })
    expect([rejected.status, rejected.body.code, Number(rejected.headers.get('retry-after'))]).toEqual([
      429,
      'too-many-requests',
      60,
    ])
    site.clock.advance(minuteMs)
    expect((await checkout(student, { courseId: courses[10]?.id })).status).toBe(200)
  })

  test('promo codes: ten invalid attempts per student and hour', async () => {
    const student = await site.createStudent()
    const attempt = (promoCode: string) =>
      site.call('POST', '/checkout/quote', { token: student.token, body: { courseId, promoCode }, client: 'client-1' })
    for (let tries = 0; tries < 10; tries++) expect((await attempt(`TEBAK${tries}`)).status).toBe(422)
    const rejected = await attempt('TEBAK10')
    expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true])
    // A checkout without a code is not limited.
    expect((await checkout(student, { courseId })).status).toBe(200)
    expect((await checkout(student, { courseId, promoCode: 'TEBAK11' })).status).toBe(429)
  })

  test('promo codes: 30 invalid attempts per client and hour without an account', async () => {
    const attempt = (client: string) =>
      site.call('POST', '/checkout/quote', { body: { courseId, promoCode: 'TEBAKAN' }, client })
    for (let tries = 0; tries < 30; tries++) await attempt('client-1')
    expect([(await attempt('client-1')).status, (await attempt('client-2')).status]).toEqual([429, 422])
  })

  test('promo codes: attempts of others behind the same address do not reject a student', async () => {
    const student = await site.createStudent()
    const attempt = (token: string) =>
      site.call('POST', '/checkout/quote', { token, body: { courseId, promoCode: 'TEBAKAN' }, client: 'client-3' })
    for (const other of await Promise.all(Array.from({ length: 4 }, () => site.createStudent()))) {
      const responses = await Promise.all(Array.from({ length: 15 }, () => attempt(other.token)))
      expect([422, 429].map((status) => responses.filter((response) => response.status === status).length)).toEqual([
        10, 5,
      ])
    }
    expect((await attempt(student.token)).status).toBe(422)
  })

  test('promo codes: an expired code counts as an attempt, because its reason tells that it exists', async () => {
    const student = await site.createStudent()
    const now = site.clock.now()
    const promo = {
      code: 'KEDALUWARSA',
      kind: 'percent' as const,
      value: 10,
      startsAt: new Date(now.getTime() - 2000),
      endsAt: new Date(now.getTime() - 1000),
    }
    await site.database.transaction((tx) => site.app.modules.commerce.createPromo(tx, promo))
    const attempt = () =>
      site.call('POST', '/checkout/quote', { token: student.token, body: { courseId, promoCode: promo.code } })
    for (let tries = 0; tries < 10; tries++) expect((await attempt()).status).toBe(422)
    expect((await attempt()).status).toBe(429)
  })

  test('promo codes: the announced code, which the buy card checks by itself, does not count as an attempt even if it does not exist', async () => {
    const student = await site.createStudent()
    const announcement = {
      enabled: true,
      label: 'PROMO',
      listPrice: 200_000,
      price: 50_000,
      promoCode: 'TANPA-KODE',
      campaign: 'tanpa-kode',
      startsAt: '2026-11-01T00:00:00.000Z',
      endsAt: '2026-12-31T00:00:00.000Z',
    }
    await site.database.transaction((tx) => site.app.modules.settings.writeSite(tx, { announcement }))
    const attempt = () =>
      site.call('POST', '/checkout/quote', { token: student.token, body: { courseId, promoCode: 'TANPA-KODE' } })
    for (let tries = 0; tries < 15; tries++) expect((await attempt()).status).toBe(422)
  })
})

test('the millionth purchase of a month is paid and gets an invoice number of seven digits', async () => {
  await buy()
  await site.database.query.update(invoiceCounters).set({ lastNumber: 999_999 })
  const { student } = await buy()
  const { data } = (await site.call('GET', '/my-transaction', { token: student.token })).body
  expect(data).toMatchObject([{ status: 'success', invoiceId: 'INV/2026/11/1000000' }])
})

describe('an order that ended before it was paid has no invoice', () => {
  const order = async () => {
    const student = await site.createStudent()
    const { body } = await checkout(student, { courseId })
    const orderId = site.sandbox.listOrders().find(({ token }) => token === body.data.token)?.orderId ?? ''
    const [id, { token }] = [body.data.transactionId as string, student]
    return {
      orderId,
      cancel: () => site.call('POST', `/my-transaction/${id}/cancel`, { token }),
      receipt: () => site.call('POST', `/my-transaction/${id}/receipt`, { token }),
      mails: () => mailsTo(student),
      read: async () => {
        const [row] = (await site.call('GET', '/my-transaction', { token })).body.data
        const page = (await site.call('GET', `/my-transaction/${id}`, { token })).body.data
        const staff = (await site.call('GET', `/admin/transactions/${id}`, { token: admin.token })).body.data
        return [row, page, staff].map(({ status, invoiceId }) => ({ status, invoiceId }))
      },
    }
  }
  const ended = { status: 'other', invoiceId: null }

  test.each<[string, (made: Awaited<ReturnType<typeof order>>) => unknown]>([
    ['expired at the provider', ({ orderId }) => site.sandbox.payLater(orderId) && site.sandbox.expire(orderId)],
    [
      'expired without having been chosen how to pay, as the next look at it finds',
      async () => {
        site.clock.advance(25 * 60 * minuteMs)
        admin = await site.createAdmin()
        await site.runDue('commerce')
      },
    ],
    ['cancelled by the provider', ({ orderId }) => site.sandbox.payLater(orderId) && site.sandbox.cancel(orderId)],
    ['cancelled by its buyer', ({ cancel }) => cancel()],
  ])('%s: list, page and staff say so, and no receipt is sent', async (_, end) => {
    const made = await order()
    await end(made)
    await site.sandbox.idle()
    expect(await made.read()).toEqual([ended, ended, ended])
    expect((await made.receipt()).body.code).toBe('not-paid')
    expect((await made.mails()).map(({ kind }) => kind)).not.toContain('receipt')
  })
})
