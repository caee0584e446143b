import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { buy, checkBooks } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let student: SignedIn
let transactionId: string
const titles = ['Riset UX', 'Laravel Bengkel', 'Akuntansi Warung', 'Niaga Kecil']
beforeAll(async () => {
  site = await startTestSite()
  ;[admin, student] = [await site.createAdmin(), await site.createStudent('Wulan')]
  const courses = []
  for (const [index, title] of titles.entries())
    courses.push(await site.createCourse({ title, price: 100_000 + index * 51_111 }))
  await site.stepUp(admin)
  const made = await site.call('POST', '/admin/bundles', {
    token: admin.token,
    body: {
      title: 'Paket Uji',
      slug: 'paket-uji',
      description: 'Dua kelas sekaligus',
      price: 233_333,
      status: 'published',
      items: [{ courseId: courses[2]?.id }, { courseId: courses[3]?.id }],
    },
  })
  await site.call('POST', '/admin/promo-codes', {
    token: admin.token,
    body: {
      code: 'UJI17',
      kind: 'percent',
      value: 17,
      categoryId: null,
      courseId: null,
      ebookId: null,
      startsAt: '2026-11-01T00:00:00+07:00',
      endsAt: '2026-12-01T00:00:00+07:00',
      totalLimit: null,
      perStudentLimit: null,
    },
  })
  const items = [{ courseId: courses[0]?.id }, { courseId: courses[1]?.id }, { bundleId: made.body.data._id }]
  ;({ transactionId } = await buy(site, student, { items, promoCode: 'UJI17' }))
  // Others, which no search below may find.
  const single = await site.createCourse({ title: 'Sendiri', price: 100_000 })
  await buy(site, await site.createStudent(), { courseId: single.id })
  const given = await site.createCourse({ title: 'Kado', price: 77_000 })
  await buy(site, await site.createStudent(), {
    courseId: given.id,
    gift: { email: 'penerima@contoh.id', name: 'Sri' },
  })
})
afterAll(async () => {
  await checkBooks(site)
  await site.close()
})

const detail = async () =>
  (await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })).body.data
type Listed = { _id: string; item: string; lines: { title: string; bundle: { title: string } | null }[] }
const listed = async (query: Record<string, string>, path = '/admin/transactions') =>
  (await site.call('GET', `${path}?${new URLSearchParams(query).toString()}`, { token: admin.token })).body
    .data as Listed[]
const total = (lines: readonly Record<string, number>[], key: string) =>
  lines.reduce((sum, line) => sum + Number(line[key]), 0)

test('an order is found by any title in it, its bundle, its code, its amount and its number', async () => {
  const { total: amount, orderId, invoiceId } = await detail()
  const found = [...titles, 'paket uji', 'uji17', String(amount), `Rp ${amount.toLocaleString('id-ID')}`]
  for (const q of [...found, orderId, orderId.replaceAll('-', ' ').toLowerCase(), invoiceId, 'wulan'])
    expect(
      (await listed({ q })).map(({ _id }) => _id),
      q,
    ).toEqual([transactionId])
  for (const q of ['paket tidak ada', 'uji1', '999999', '%', '_']) expect(await listed({ q }), q).toEqual([])
})

test('a request for a refund is found by any title of its order', async () => {
  await site.call('POST', `/my-transaction/${transactionId}/refund-request`, {
    token: student.token,
    body: { reason: 'Bukan yang kucari' },
  })
  for (const q of ['akuntansi', 'paket uji', 'UJI17'])
    expect(await listed({ q }, '/admin/refund-requests'), q).toHaveLength(1)
  expect(await listed({ q: 'sendiri' }, '/admin/refund-requests')).toEqual([])
})

test('a filter by kind finds orders with such a thing in them, one by method those paid so', async () => {
  const named = async (query: Record<string, string>) => (await listed(query)).map(({ item }) => item).toSorted()
  const cart = (await detail()).title
  expect(await named({ kind: 'course' })).toEqual(['Kado', 'Sendiri', cart].toSorted())
  expect(await named({ kind: 'bundle' })).toEqual([cart])
  expect(await named({ kind: 'cart' })).toEqual([cart])
  expect(await named({ kind: 'gift' })).toEqual(['Kado'])
  expect(await named({ kind: 'ebook' })).toEqual([])
  expect(await named({ method: 'card', kind: 'gift' })).toEqual(['Kado'])
  expect(await named({ method: 'transfer' })).toEqual([])
  const [row] = await listed({ kind: 'cart' })
  expect(row?.lines.map(({ title, bundle }) => [title, bundle?.title])).toEqual([
    ['Akuntansi Warung', 'Paket Uji'],
    ['Niaga Kecil', 'Paket Uji'],
    ['Riset UX', undefined],
    ['Laravel Bengkel', undefined],
  ])
})

test('the prices of the lines add up to those of the order, on its page and in the CSV', async () => {
  const { items, subtotal, discount, promoDiscount, total: amount, tax } = await detail()
  expect([
    total(items, 'price'),
    total(items, 'discount'),
    total(items, 'promoDiscount'),
    total(items, 'amount'),
  ]).toEqual([subtotal, discount, promoDiscount, amount])
  for (const line of items) expect(line.price - line.discount - line.promoDiscount + line.uniqueCode).toBe(line.amount)
  await site.stepUp(admin)
  const { body } = await site.call('GET', '/admin/transactions/export?kind=cart', { token: admin.token })
  const rows = parse(body, { bom: true, delimiter: ';', columns: true }) as unknown as Record<string, number>[]
  expect(rows.map((row) => [row['Item'], row['Paket']])).toEqual([
    ['Akuntansi Warung', 'Paket Uji'],
    ['Niaga Kecil', 'Paket Uji'],
    ['Riset UX', ''],
    ['Laravel Bengkel', ''],
  ])
  const columns = ['Harga', 'Diskon', 'Potongan promo', 'Kode unik transfer', 'Total', 'Dibayar', 'Termasuk PPN']
  expect(columns.map((key) => total(rows, key))).toEqual([subtotal, discount, promoDiscount, 0, amount, amount, tax])
})

test('the receipt names each item with what was paid for it and its bundle', async () => {
  const mail = (await site.mailsTo(student.email)).find(({ subject }) => subject.startsWith('Bukti pembayaran'))
  for (const { title, bundle, amount } of (await detail()).items) {
    expect(mail?.text).toContain(bundle ? `${title} (paket ${bundle.title})` : title)
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(`Rp ${amount.toLocaleString('id-ID')}`)
  }
})
