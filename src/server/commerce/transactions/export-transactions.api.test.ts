import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { countQueries } from '#testing/scale/count-queries.ts'
import type { SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { exportPageLength } from '#server/platform/csv/index.ts'

let site: TestSite
let admin: SignedIn
let courseId: string
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  courseId = (await site.createCourse({ title: 'Kelas Kas', price: 100_000, discount: 20 })).id
})
beforeEach(() => site.stepUp(admin))
afterAll(() => site.close())

type Line = Record<string, string>
const download = (query = '', token = admin.token) => site.call('GET', `/admin/transactions/export${query}`, { token })
const exported = async (query = ''): Promise<Line[]> =>
  parse((await download(query)).body, { bom: true, delimiter: ';', columns: true })
const orderIds = (lines: Line[]) => lines.map((line) => line['Nomor pesanan'])

async function buy(name?: string, promoCode = '') {
  const student = await site.createStudent(name)
  const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId, promoCode } })
  const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
  const pay = async () => {
    site.sandbox.pay(orderId)
    site.sandbox.settle(orderId)
    await site.sandbox.idle()
  }
  return { student, orderId, transactionId: body.data.transactionId as string, pay }
}

/** Expired transactions, five per millisecond, a few microseconds apart. */
const insertMany = (count: number, { student, title }: { student: SignedIn; title: string }) =>
  site.database.query.execute(sql`insert into transactions
    (id, student_id, kind, item_id, item_title, buyer_name, buyer_email, list_price_idr, discount_percent, amount_idr, order_id, state, version, created_at, updated_at)
    select gen_random_uuid(), ${student.id}, 'course', ${courseId}, ${title}, 'Pembeli ' || n, 'pembeli@contoh.id', 100000, 0, 100000,
      'KLS-' || lpad(upper(substr(md5(${title}), 1, 6)) || n::text, 26, '0'), 'expired', 1, timestamptz '2026-11-01' + n * interval '201 microseconds', now()
    from generate_series(1, ${count}::int) as n`)

test('has what an accountant needs of a purchase with a discount, a promo code and a refund', async () => {
  await site.call('POST', '/admin/promo-codes', {
    token: admin.token,
    body: {
      code: 'HEMAT',
      kind: 'amount-off',
      value: 10_000,
      categoryId: null,
      courseId: null,
      ebookId: null,
      startsAt: '2026-11-01T00:00:00+07:00',
      endsAt: '2026-12-01T00:00:00+07:00',
      totalLimit: null,
      perStudentLimit: null,
    },
  })
  const { student, orderId, transactionId, pay } = await buy('Rina', 'HEMAT')
  await pay()
  site.clock.advance(10 * minuteMs)
  await site.stepUp(admin)
  const refund = (amount: number, reason: string) =>
    site.call('POST', `/admin/transactions/${transactionId}/refund`, { token: admin.token, body: { amount, reason } })
  await refund(20_000, 'Salah beli')
  await refund(5_000, 'Sisa kelebihan')
  const { body } = await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })
  expect(await exported(`?q=${orderId}`)).toEqual([
    {
      'Nomor pesanan': orderId,
      Invoice: body.data.invoiceId,
      'Dibuat (WIB)': '2026-11-21 10:00',
      'Dibayar pada (WIB)': expect.stringMatching(/^2026-11-21 10:0\d$/),
      Pembeli: 'Rina',
      Email: student.email,
      Jenis: 'Kelas',
      Item: 'Kelas Kas',
      Paket: '',
      'Hadiah untuk': '',
      Harga: '100000',
      Diskon: '20000',
      'Kode promo': 'HEMAT',
      'Potongan promo': '10000',
      'Kode unik transfer': '0',
      Total: '70000',
      Dibayar: '70000',
      Status: 'Lunas, dikembalikan sebagian',
      Metode: 'Kartu kredit',
      'Termasuk DPP': String(body.data.taxBase),
      'Termasuk PPN': String(body.data.tax),
      Dikembalikan: '25000',
      'Dikembalikan pada (WIB)': '2026-11-21 10:10',
      'Alasan pengembalian': 'Salah beli; Sisa kelebihan',
    },
  ])
})

test('leaves what an unpaid transaction does not have empty', async () => {
  const { orderId } = await buy()
  expect(await exported(`?q=${orderId}`)).toMatchObject([
    {
      Invoice: '',
      'Dibayar pada (WIB)': '',
      Total: '80000',
      Dibayar: '',
      Status: 'Menunggu pembayaran',
      Metode: '',
      'Termasuk PPN': '',
      Dikembalikan: '0',
    },
  ])
})

test('has the filters and the order of the list', async () => {
  site.clock.advance(1_000)
  await (await buy('Budi Terang')).pay()
  site.clock.advance(1_000)
  await buy('Budi Gelap')
  for (const query of [
    '?q=budi',
    '?q=budi+terang',
    '?state=paid',
    '?kind=ebook',
    '?kind=course&state=created&q=budi',
    '',
  ]) {
    const listed = (await site.call('GET', `/admin/transactions${query}`, { token: admin.token })).body.data as {
      orderId: string
    }[]
    expect(orderIds(await exported(query)), query).toEqual(listed.map(({ orderId }) => orderId))
  }
  for (const query of ['?state=hilang', '?kind=apa', `?q=${'a'.repeat(101)}`])
    expect((await download(query)).status).toBe(422)
})

test('is a CSV file without formulas', async () => {
  const { orderId } = await buy('=HYPERLINK("http://jahat")')
  const { status, headers, body } = await download(`?q=${orderId}`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toBe('attachment; filename="transaksi-2026-11-21.csv"')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatch(/^\uFEFF?Nomor pesanan;/)
  expect((await exported(`?q=${orderId}`))[0]?.['Pembeli']).toBe(`'=HYPERLINK("http://jahat")`)
})

test('is for admins only: instructors do not see buyers, not even those of their own courses', async () => {
  const instructor = await site.createInstructor()
  await site.createCourse({ instructorId: instructor.id, price: 50_000 })
  const student = await site.createStudent()
  const statuses = [
    (await site.call('GET', '/admin/transactions/export')).status,
    (await download('', student.token)).status,
    (await download('', instructor.token)).status,
  ]
  expect(statuses).toEqual([401, 403, 403])
})

test('is recorded in the audit log with the number of orders', async () => {
  const { orderId } = await buy()
  await download(`?q=${orderId}`)
  const { entries } = await site.app.modules.audit.list({ action: 'transactions.exported' }, { page: 1, limit: 1 })
  expect(entries).toMatchObject([{ actorId: admin.id, subjectKind: 'transactions', details: { orders: 1 } }])
})

test('reads many rows page by page, each exactly once', async () => {
  const student = await site.createStudent()
  const length = 2 * exportPageLength + 1
  await insertMany(1, { student, title: 'Sedikit' })
  await insertMany(length, { student, title: 'Banyak' })
  const lines = await exported('?q=banyak')
  expect(new Set(orderIds(lines)).size).toBe(length)
  expect(lines[0]?.['Pembeli']).toBe(`Pembeli ${length}`)
  const few = await countQueries(site.database, () => download('?q=sedikit'))
  expect(await countQueries(site.database, () => download('?q=banyak'))).toBe(few + 2)
})

const open = () =>
  site.app.fetch(
    new Request(`${publicUrl}/api/admin/transactions/export?q=arus`, {
      headers: { authorization: `Bearer ${admin.token}` },
    }),
  )

test('is sent while it is read: a client that disconnects ends the queries', async () => {
  const student = await site.createStudent()
  await insertMany(6 * exportPageLength, { student, title: 'Arus' })
  const whole = await countQueries(site.database, async () => (await open()).text())
  const begun = await countQueries(site.database, async () => {
    const reader = (await open()).body?.getReader()
    await reader?.read()
    await reader?.cancel()
  })
  expect(begun).toBeLessThanOrEqual(whole - 4)
})

test('that fails halfway ends with an error, which is logged', async () => {
  const reader = (await open()).body?.getReader()
  await reader?.read()
  await site.database.query.execute(sql`alter table refund_tasks rename to refund_tasks_away`)
  try {
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow(/refund_tasks/)
  } finally {
    await site.database.query.execute(sql`alter table refund_tasks_away rename to refund_tasks`)
  }
  expect(site.unexpectedErrors.splice(0)).toHaveLength(1)
})
