import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { countQueries } from '#testing/scale/count-queries.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let courseId: string
/** The network between product and provider; tests interrupt it. */
let network: (request: Request) => 'through' | 'cut' | 'lose-response' = () => 'through'
beforeAll(async () => {
  site = await startTestSite({
    wrapFetch: (fetch) => async (request) => {
      const fate = network(request)
      if (fate === 'cut') throw new TypeError('no route')
      const response = await fetch(request)
      if (fate === 'lose-response') throw new TypeError('connection reset')
      return response
    },
  })
  admin = await site.createAdmin()
  courseId = (await site.createCourse({ title: 'Kelas Kas', price: 89_000 })).id
})
afterAll(() => site.close())

async function buy({ settled = true, name }: { settled?: boolean; name?: string } = {}) {
  const student = await site.createStudent(name)
  const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId } })
  const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
  site.sandbox.pay(orderId)
  if (settled) site.sandbox.settle(orderId)
  await site.sandbox.idle()
  return { student, orderId, transactionId: body.data.transactionId as string }
}

const list = (query = '') => site.call('GET', `/admin/transactions${query}`, { token: admin.token })
const show = async (id: string) =>
  (await site.call('GET', `/admin/transactions/${id}`, { token: admin.token })).body.data
const refund = (id: string, body: object) =>
  site.call('POST', `/admin/transactions/${id}/refund`, { token: admin.token, body })
const isEnrolled = ({ id }: SignedIn) => site.app.modules.learning.isEnrolled(id, courseId)

describe('GET /admin/transactions', () => {
  test('finds by name, email address, title, order and invoice number', async () => {
    const { student, orderId, transactionId } = await buy({ name: 'Raden Ajeng %50_' })
    const { invoiceId } = await show(transactionId)
    for (const q of ['raden ajeng', '%50_', student.email.toUpperCase(), orderId.slice(8), invoiceId]) {
      const { body } = await list(`?q=${encodeURIComponent(q)}`)
      expect(
        body.data.map((row: { _id: string }) => row._id),
        q,
      ).toEqual([transactionId])
    }
    expect((await list('?q=kelas+kas')).body.meta.total).toBeGreaterThan(0)
    expect((await list('?q=tidakada')).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  test('finds by any part of an address, with its domain or without', async () => {
    const { student, transactionId } = await buy()
    const [local = '', domain = ''] = student.email.split('@')
    const found = async (q: string) =>
      (await list(`?q=${encodeURIComponent(q)}`)).body.data.map((row: { _id: string }) => row._id)
    for (const q of [
      `${local}@`,
      `${local.slice(1)}@${domain}`,
      `${local.slice(-3)}@${domain.slice(0, 4)}`,
      `@${domain}`,
    ])
      expect([q, await found(q)]).toEqual([q, expect.arrayContaining([transactionId])])
    for (const q of [`${local}@lain.id`, `lain@${domain}`, `${local}@${domain}@`])
      expect([q, await found(q)]).toEqual([q, []])
  })

  test('filters, sorts and pages', async () => {
    await buy()
    const paid = (await list('?state=paid&sort=createdAt&limit=1')).body
    expect([paid.data.length, paid.meta.total > 1, paid.data[0].state]).toEqual([1, true, 'paid'])
    expect((await list('?kind=ebook')).body.data).toEqual([])
    expect((await list('?state=hilang')).status).toBe(422)
  })

  test('filters by days in Jakarta time, and so does the export', async () => {
    // Half an hour before and after midnight in Jakarta.
    site.clock.advance(new Date('2026-11-21T16:30:00.000Z').getTime() - site.clock.now().getTime())
    await buy({ name: 'Sebelum Tengah Malam' })
    site.clock.advance(hourMs)
    await buy({ name: 'Lewat Tengah Malam' })
    admin = await site.createAdmin()
    const buyers = async (query: string) =>
      (await list(query)).body.data.map(({ buyer }: { buyer: { name: string } }) => buyer.name)
    expect((await buyers('?from=2026-11-21&to=2026-11-21'))[0]).toBe('Sebelum Tengah Malam')
    expect(await buyers('?from=2026-11-22')).toEqual(['Lewat Tengah Malam'])
    const csv = (await list('/export?from=2026-11-22&to=2026-11-22')).body as string
    expect([
      csv.includes('Lewat Tengah Malam'),
      csv.includes('Sebelum Tengah Malam'),
      csv.trim().split('\r\n').length,
    ]).toEqual([true, false, 2])
    for (const days of ['?from=kemarin&to=2027-13-01', '?from=0000-01-01&to=9999-12-31'])
      expect(Object.keys((await list(days)).body.errors)).toEqual(['from', 'to'])
  })

  test('names the item and, unless the account was deleted, the buyer by id', async () => {
    const { student, transactionId } = await buy()
    expect((await list('?limit=1')).body.data[0].itemId).toBe(courseId)
    expect((await show(transactionId)).buyerId).toBe(student.id)
    expect(
      (await site.call('POST', '/me/deletion', { token: student.token, body: { email: student.email, password } }))
        .status,
    ).toBe(200)
    expect((await show(transactionId)).buyerId).toBeNull()
  })

  test('is for admins only', async () => {
    const [student, instructor] = [await site.createStudent(), await site.createInstructor()]
    for (const path of ['/admin/transactions', '/admin/promo-codes']) {
      expect([
        (await site.call('GET', path)).status,
        (await site.call('GET', path, { token: student.token })).status,
      ]).toEqual([401, 403])
      expect((await site.call('GET', path, { token: instructor.token })).status).toBe(403)
    }
  })

  test('a search whose first page shows all that it found runs once, and its total is right on every page', async () => {
    await buy({ name: 'Dua Kali' })
    await buy({ name: 'Dua Kali' })
    const q = 'q=dua+kali'
    const whole = await countQueries(site.database, () => list(`?${q}`))
    expect(await countQueries(site.database, () => list(`?${q}&limit=1`))).toBe(whole + 1)
    const totals = await Promise.all(
      ['', '&limit=1', '&limit=1&page=2', '&page=9'].map(async (page) => (await list(`?${q}${page}`)).body.meta),
    )
    expect(totals).toMatchObject(Array.from(totals, () => ({ total: 2 })))
  })
})

describe('GET /admin/transactions/{id}', () => {
  test('shows the notifications of the provider and the resulting state', async () => {
    const { transactionId, orderId } = await buy()
    const shown = await show(transactionId)
    expect(shown).toMatchObject({
      orderId,
      state: 'paid',
      provider: { status: 'settlement' },
      refunds: [],
      ledger: [{ event: 'sale', gross: 89_000 }],
    })
    expect(
      shown.events.map((event: { body: { transaction_status: string } }) => event.body.transaction_status),
    ).toEqual(['capture', 'settlement'])
    expect(JSON.stringify(shown)).not.toContain('signature_key')
  })

  test('reads the status from the provider on demand', async () => {
    const student = await site.createStudent()
    const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId } })
    const order = site.sandbox.listOrders().find((each) => each.token === body.data.token)
    site.sandbox.setChaos({ dropNotices: 9 }, order?.orderId)
    site.sandbox.pay(order?.orderId ?? '')
    const refresh = () =>
      site.call('POST', `/admin/transactions/${body.data.transactionId}/refresh`, { token: admin.token })
    network = () => 'cut'
    expect((await refresh()).body).toMatchObject({ success: false, code: 'provider-unavailable' })
    network = () => 'through'
    expect((await refresh()).body.data).toMatchObject({ state: 'paid' })
  })
})

describe('POST /admin/transactions/{id}/refund', () => {
  test('refunds in full, revokes the access, and records actor and reason in the audit log', async () => {
    const { student, transactionId } = await buy()
    const { body } = await refund(transactionId, { reason: 'Salah beli kelas' })
    expect(body).toMatchObject({
      message: 'Dana dikembalikan.',
      data: { state: 'refunded', refunded: 89_000, refunds: [{ state: 'done', reason: 'Salah beli kelas' }] },
    })
    expect(await isEnrolled(student)).toBe(false)
    const { entries } = await site.app.modules.audit.list({ subjectId: transactionId }, { page: 1, limit: 10 })
    expect(entries).toMatchObject([
      {
        actorId: admin.id,
        action: 'transaction.refund-asked',
        details: { amountIdr: 89_000, reason: 'Salah beli kelas' },
      },
    ])
    expect((await refund(transactionId, { reason: 'Sekali lagi' })).body.code).toBe('not-refundable')
  })

  test('refunds a part and keeps the access', async () => {
    const { student, transactionId } = await buy()
    const { body } = await refund(transactionId, {
      reason: 'Potongan yang terlewat',
      amount: 20_000,
      refundedBefore: 0,
    })
    expect(body.data).toMatchObject({ state: 'partially_refunded', status: 'success', refunded: 20_000 })
    expect(await isEnrolled(student)).toBe(true)
    // The same form submitted again.
    expect(
      (await refund(transactionId, { reason: 'Potongan yang terlewat', amount: 20_000, refundedBefore: 0 })).body.code,
    ).toBe('refund-under-way')
    expect((await refund(transactionId, { reason: 'Terlalu banyak', amount: 70_000 })).body.errors).toEqual({
      amount: 'Lebih besar dari dana yang tersisa',
    })
  })

  test('voids a card payment that the bank has not settled yet', async () => {
    const { student, transactionId } = await buy({ settled: false })
    expect((await refund(transactionId, { reason: 'Sebagian saja', amount: 5_000 })).body.code).toBe('refund-refused')
    expect((await refund(transactionId, { reason: 'Dibatalkan siswa' })).body.data).toMatchObject({ state: 'refunded' })
    expect(await isEnrolled(student)).toBe(false)
  })

  test('whose response is lost is retried with the same key, and made once', async () => {
    const { transactionId, orderId } = await buy()
    network = ({ url }) => (url.endsWith('/refund') ? 'lose-response' : 'through')
    const { status, body } = await refund(transactionId, { reason: 'Jaringan putus', amount: 30_000 })
    expect([status, body.data.refunds]).toMatchObject([200, [{ state: 'due' }]])
    network = () => 'through'
    expect((await refund(transactionId, { reason: 'Tidak sabar', amount: 30_000 })).body.code).toBe('refund-under-way')
    site.clock.advance(6 * minuteMs)
    await site.runDue('commerce')
    expect(site.sandbox.findOrder(orderId)?.refundedIdr).toBe(30_000)
    const after = await site.database.query.execute(
      sql`select state from refund_tasks where refund_key like ${`refund-${orderId}-%`}`,
    )
    expect(after.rows).toEqual([{ state: 'done' }])
  })

  test('that was made elsewhere is not reported as rejected while the status cannot be read: it stays due until it can', async () => {
    const { transactionId, orderId } = await buy()
    site.sandbox.setChaos({ dropNotices: 9 }, orderId)
    site.sandbox.refund(orderId)
    network = ({ url }) => (url.endsWith('/status') ? 'cut' : 'through')
    const { status, body } = await refund(transactionId, { reason: 'Sudah lewat dasbor' })
    expect([status, body.data.refunds]).toMatchObject([200, [{ state: 'due' }]])
    network = () => 'through'
    site.clock.advance(6 * minuteMs)
    await site.runDue('commerce')
    expect(await show(transactionId)).toMatchObject({ state: 'refunded', refunds: [{ state: 'done' }] })
  })

  test.each([
    ['no reason', {}, 422],
    ['a reason that is too short', { reason: 'ya' }, 422],
    ['half a rupiah', { reason: 'Salah beli', amount: 0.5 }, 422],
    ['a negative amount', { reason: 'Salah beli', amount: -1 }, 422],
  ])('rejects %s', async (_, body, status) => {
    const { transactionId } = await buy()
    const signedIn = await site.createAdmin()
    expect(
      (await site.call('POST', `/admin/transactions/${transactionId}/refund`, { token: signedIn.token, body })).status,
    ).toBe(status)
  })
})
