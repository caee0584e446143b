import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SoldLine } from '#contract/commerce/sold-lines.ts'
import type { KeysetMeta } from '#contract/kit/keyset-list.ts'
import type { TransactionDetail } from '#contract/commerce/orders-staff.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { buy, checkBooks, openOrder } from '#testing/materials/purchases.ts'
import { buyTeam } from '#testing/materials/teams.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let [owner, coTeacher, assistant, admin] = [{}, {}, {}, {}] as [SignedIn, SignedIn, SignedIn, SignedIn]
let course: MadeCourse

beforeAll(async () => {
  site = await startTestSite()
  owner = await site.createInstructor()
  coTeacher = await site.createInstructor()
  assistant = await site.createInstructor()
  admin = await site.createAdmin()
  for (const [code, value] of [
    ['HEMAT10', 10],
    ['GRATIS', 100],
  ] as const) {
    const body = {
      code,
      kind: 'percent',
      value,
      categoryId: null,
      courseId: null,
      ebookId: null,
      startsAt: '2026-11-01T00:00:00+07:00',
      endsAt: '2026-12-01T00:00:00+07:00',
      totalLimit: null,
      perStudentLimit: null,
    }
    const { status } = await site.call('POST', '/admin/promo-codes', { token: admin.token, body })
    if (status !== 201) throw new Error(`${code} was not created: ${status}`)
  }
})
beforeEach(async () => {
  course = await site.createCourse({ title: 'Kelas Kas', price: 100_000, discount: 10, instructorId: owner.id })
  await site.addTeacher(course.id, coTeacher, 'co-teacher')
  await site.addTeacher(course.id, assistant, 'assistant')
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const pathOf = ({ id } = course) => `/admin/courses/${id}/sales`
async function read(query = '', of = course): Promise<{ data: SoldLine[]; meta: KeysetMeta }> {
  const { status, body } = await site.call('GET', pathOf(of) + query, { token: owner.token })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const listed = async (of = course) => (await read('', of)).data
const namesIn = (rows: readonly SoldLine[]) => rows.map(({ buyerName }) => buyerName)
const detailOf = async (transactionId: string): Promise<TransactionDetail> =>
  (await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })).body.data
async function buyAs(name: string, body: Record<string, unknown>) {
  site.clock.advance(1_000)
  return buy(site, await site.createStudent(name), body)
}
async function refund(transactionId: string, body: Record<string, unknown>) {
  await site.stepUp(admin)
  const { status } = await site.call('POST', `/admin/transactions/${transactionId}/refund`, {
    token: admin.token,
    body: { reason: 'Bukan yang dicari', ...body },
  })
  expect(status).toBe(200)
}

describe('who sees them', () => {
  test.each([
    ['owner', () => owner, 200],
    ['co-teacher', () => coTeacher, 200],
    ['admin', () => admin, 200],
    ['assistant', () => assistant, 404],
  ] as const)('%s', async (_, who, status) => {
    const { token } = who()
    await site.stepUp({ token })
    for (const path of [pathOf(), `${pathOf()}/export`])
      expect((await site.call('GET', path, { token })).status, path).toBe(status)
  })

  test('no student, no other instructor, nobody who is not signed in', async () => {
    const [student, other] = [await site.createStudent(), await site.createInstructor()]
    await buy(site, student, { courseId: course.id })
    for (const path of [pathOf(), `${pathOf()}/export`]) {
      expect((await site.call('GET', path, { token: student.token })).status).toBe(403)
      expect((await site.call('GET', path, { token: other.token })).status).toBe(404)
      expect((await site.call('GET', path)).status).toBe(401)
    }
  })
})

describe('the list', () => {
  test('has each paid line of the course as it was bought, with the amounts of its order, and no address', async () => {
    const other = await site.createCourse({ price: 200_000 })
    await site.stepUp(admin)
    const bundle = await site.call('POST', '/admin/bundles', {
      token: admin.token,
      body: {
        title: 'Paket Kas',
        slug: 'paket-kas',
        description: 'Dua kelas sekaligus',
        price: 145_000,
        status: 'published',
        items: [{ courseId: course.id }, { courseId: other.id }],
      },
    })
    await buyAs('Ani', { courseId: course.id })
    await buyAs('Budi', { courseId: course.id, promoCode: 'HEMAT10' })
    await buyAs('Citra', { courseId: course.id, gift: { email: 'penerima@contoh.id', name: 'Sri' } })
    await buyAs('Dewi', { bundleId: bundle.body.data._id })
    await buyAs('Eka', { items: [{ courseId: other.id }, { courseId: course.id }] })
    site.clock.advance(1_000)
    await buyTeam(site, await site.createStudent('Fajar'), { courseId: course.id, seats: 3 })

    const rows = await listed()
    expect(rows.map((row) => [row.buyerName, row.bundle?.title, row.gift?.name, row.seats, row.promoCode])).toEqual([
      ['Fajar', undefined, undefined, 3, null],
      ['Eka', undefined, undefined, null, null],
      ['Dewi', 'Paket Kas', undefined, null, null],
      ['Citra', undefined, 'Sri', null, null],
      ['Budi', undefined, undefined, null, 'HEMAT10'],
      ['Ani', undefined, undefined, null, null],
    ])
    expect(rows.at(-1)).toMatchObject({ price: 100_000, discount: 10_000, promoDiscount: 0, amount: 90_000 })
    expect(rows.at(-2)).toMatchObject({ price: 100_000, discount: 10_000, promoDiscount: 9_000, amount: 81_000 })
    for (const row of rows) {
      const { items, orderId, paidAt, state } = await detailOf(row.transactionId)
      const line = items.find(({ lineId }) => lineId === row._id)
      expect(row).toMatchObject({
        orderId,
        paidAt,
        state,
        price: line?.price,
        discount: line?.discount,
        promoDiscount: line?.promoDiscount,
        uniqueCode: line?.uniqueCode,
        amount: line?.amount,
        refunded: line?.refunded,
      })
    }
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  test('leaves out what nobody paid for: open orders, free ones, and access that staff gave', async () => {
    const [opening, free, given] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
    await openOrder(site, opening, { courseId: course.id })
    const body = { courseId: course.id, promoCode: 'GRATIS' }
    expect((await site.call('POST', '/checkout', { token: free.token, body })).status).toBe(200)
    await site.enroll(given, course)
    expect(await read()).toMatchObject({ data: [], meta: { total: 0, next: null } })
  })

  test('keeps a line of which money went back, with how much of this line did', async () => {
    const other = await site.createCourse({ price: 50_000, instructorId: owner.id })
    const { transactionId } = await buyAs('Gita', { items: [{ courseId: course.id }, { courseId: other.id }] })
    const lineIds = (await listed()).map(({ _id }) => _id)
    await refund(transactionId, { lineIds, amount: 30_000 })
    expect(await listed()).toMatchObject([{ amount: 90_000, refunded: 30_000, state: 'partially_refunded' }])
    expect(await listed(other)).toMatchObject([{ amount: 50_000, refunded: 0 }])
    await refund(transactionId, { lineIds })
    expect(await listed()).toMatchObject([{ amount: 90_000, refunded: 90_000 }])
    expect(await listed(other)).toMatchObject([{ amount: 50_000, refunded: 0 }])
  })

  test('is in the order of payments, page by page and back, and has as many rows as the page of the course says were sold', async () => {
    const late = await openOrder(site, await site.createStudent('Hana'), { courseId: course.id })
    await buyAs('Intan', { courseId: course.id })
    await buyAs('Joko', { courseId: course.id })
    site.clock.advance(1_000)
    site.sandbox.pay(late.orderId)
    site.sandbox.settle(late.orderId)
    await site.sandbox.idle()

    const first = await read('?limit=2')
    expect(namesIn(first.data)).toEqual(['Hana', 'Joko'])
    expect(first.meta).toMatchObject({ total: 3, isCounted: true, previous: null })
    const second = await read(`?limit=2&cursor=${first.meta.next}`)
    expect([namesIn(second.data), second.meta.next]).toEqual([['Intan'], null])
    expect((await read('?limit=2&page=2')).data).toEqual(second.data)
    expect((await read(`?limit=2&cursor=${second.meta.previous}`)).data).toEqual(first.data)
    const shown = await site.call('GET', `/admin/courses/${course.id}`, { token: owner.token })
    expect(shown.body.data.figures.sold).toBe(3)
  })
})

test('the CSV has the rows of the list, and is in the audit log', async () => {
  await buyAs('Kiki', { courseId: course.id, promoCode: 'HEMAT10' })
  await buyAs('Lala', { courseId: course.id, gift: { email: 'penerima@contoh.id', name: 'Tono' } })
  await site.stepUp(owner)
  const { status, body } = await site.call('GET', `${pathOf()}/export`, { token: owner.token })
  expect(status).toBe(200)
  const rows = parse(body, { bom: true, delimiter: ';', columns: true }) as unknown as Record<string, string>[]
  const [lala, kiki] = await listed()
  expect(rows.map((row) => row['Nomor pesanan'])).toEqual([lala?.orderId, kiki?.orderId])
  expect(rows).toMatchObject([
    { Pembeli: 'Lala', 'Hadiah untuk': 'Tono', 'Kode promo': '', Dibayar: '90000', 'Status pesanan': 'Lunas' },
    { Pembeli: 'Kiki', 'Hadiah untuk': '', 'Kode promo': 'HEMAT10', Harga: '100000', Dibayar: '81000' },
  ])
  const { entries } = await site.app.modules.audit.list({ action: 'course.orders-exported' }, { page: 1, limit: 1 })
  expect(entries).toMatchObject([{ actorId: owner.id, subjectId: course.id }])
})

test('what was paid for before the list was there is in it, once', async () => {
  await buyAs('Maya', { courseId: course.id })
  const before = await listed()
  await site.database.query.execute(sql`delete from sold_lines`)
  expect(await listed()).toEqual([])
  const fill = await readFile('migrations/1046-fill-when-lines-were-paid.sql', 'utf8')
  await site.database.runScript(fill)
  await site.database.runScript(fill)
  expect(await listed()).toEqual(before)
})
