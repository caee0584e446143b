import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import { exportPageLength } from '#server/platform/csv/index.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let courseId: string
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  courseId = (await site.createCourse({ title: 'Kelas Emas', price: 100_000, instructorId: instructor.id })).id
})
afterAll(() => site.close())

/** A sale of the course, and its order at the provider. */
async function sell(): Promise<{ student: SignedIn; orderId: string; transactionId: string }> {
  const student = await site.createStudent()
  const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId } })
  const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
  site.sandbox.pay(orderId)
  site.sandbox.settle(orderId)
  await site.sandbox.idle()
  return { student, orderId, transactionId: body.data.transactionId }
}

async function refund(orderId: string, amountIdr: number | null) {
  site.sandbox.refund(orderId, { amountIdr })
  await site.sandbox.idle()
}

const earnings = async (who: SignedIn, query = '') =>
  (await site.call('GET', `/admin/earnings${query}`, { token: who.token })).body.data
/** The balance of each account for one transaction. */
async function balances(transactionId: string): Promise<Record<string, number>> {
  const { ledgerLines } = await import('#server/commerce/tables.ts')
  const lines = await site.database.query
    .select({ account: ledgerLines.account, amount: ledgerLines.amountIdr })
    .from(ledgerLines)
    .where(sql`${ledgerLines.transactionId} = ${transactionId}`)
  const sums: Record<string, number> = {}
  for (const { account, amount } of lines) sums[account] = (sums[account] ?? 0) + amount
  return sums
}

describe('the ledger', () => {
  test('books a sale once: provider fee, the instructor’s share, and the rest for the platform', async () => {
    const { transactionId, student } = await sell()
    await site.call('POST', `/my-transaction/${transactionId}/refresh`, { token: student.token })
    expect(await balances(transactionId)).toEqual({
      gross: 100_000,
      provider_fee: -4_900,
      instructor: -66_570,
      platform: -28_530,
    })
  })

  test('takes two partial refunds from every share in proportion, down to zero', async () => {
    const { transactionId, orderId, student } = await sell()
    await refund(orderId, 33_333)
    const half = await balances(transactionId)
    expect([half.gross, Object.values(half).reduce((sum, each) => sum + each)]).toEqual([66_667, 0])
    expect(
      (await site.call('GET', `/my-transaction/${transactionId}`, { token: student.token })).body.data,
    ).toMatchObject({
      status: 'success',
      refunded: 33_333,
    })
    await refund(orderId, null)
    expect(await balances(transactionId)).toEqual({ gross: 0, provider_fee: 0, instructor: 0, platform: 0 })
  })

  test('books a chargeback in full', async () => {
    const { transactionId, orderId } = await sell()
    site.sandbox.chargeback(orderId)
    await site.sandbox.idle()
    expect(Object.values(await balances(transactionId)).every((each) => each === 0)).toBe(true)
  })

  test('books the included tax, and the invoice shows base and tax', async () => {
    await site.database.transaction((tx) => site.app.modules.settings.writeSite(tx, { taxMode: 'inclusive' }))
    const { transactionId, student } = await sell()
    await site.database.transaction((tx) => site.app.modules.settings.writeSite(tx, { taxMode: 'none' }))
    expect(await balances(transactionId)).toMatchObject({ gross: 100_000, tax: -9_910 })
    // The issued invoice is unaffected by a later change of the setting.
    const { data } = (await site.call('GET', `/my-transaction/${transactionId}`, { token: student.token })).body
    expect([data.taxBase, data.tax, data.total, data.stampDutyDue]).toEqual([90_090, 9_910, 100_000, false])
  })
})

test('a statement names the percent of the site that held at the sale, of a refund, too', async () => {
  const setPercent = (instructorSharePercent: number) =>
    site.database.transaction((tx) => site.app.modules.settings.writeSite(tx, { instructorSharePercent }))
  await setPercent(63)
  const { orderId, transactionId } = await sell()
  await setPercent(70)
  await refund(orderId, 33_333)
  const admin = await site.createAdmin()
  const { ledger } = (await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })).body.data
  expect(ledger).toMatchObject([
    { event: 'refund', sharePercent: 63 },
    { event: 'sale', sharePercent: 63 },
  ])
  const { entries } = await earnings(instructor)
  expect(entries.slice(0, 2).map((entry: { sharePercent: number }) => entry.sharePercent)).toEqual([63, 63])
})

describe('the database', () => {
  const insert = (entry: string, ...amounts: [account: string, amount: number][]) =>
    site.database.transaction(async (tx) => {
      for (const [account, amount] of amounts)
        await tx.execute(sql`insert into ledger_lines (id, entry_id, transaction_id, event, account, amount_idr, booked_at)
          select gen_random_uuid(), ${entry}::uuid, id, 'sale', ${account}, ${amount}, now() from transactions limit 1`)
    })
  const cause = (attempt: Promise<unknown>) =>
    attempt.then(() => 'accepted').catch((error: Error) => String(error.cause ?? error))

  test('rejects an entry that does not sum to zero', async () => {
    expect(await cause(insert('00000000-0000-7000-8000-0000000000aa', ['gross', 100], ['platform', -99]))).toContain(
      'does not sum to zero',
    )
  })

  test('rejects changing or deleting a booked entry', async () => {
    await sell()
    expect(
      await cause(site.database.query.execute(sql`update ledger_lines set amount_idr = amount_idr * 2`)),
    ).toContain('never changed')
    expect(await cause(site.database.query.execute(sql`delete from ledger_lines`))).toContain('never changed')
  })

  test('rejects a paid transaction that is not booked', async () => {
    const student = await site.createStudent()
    const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId } })
    const paid = site.database.query.execute(
      sql`update transactions set state = 'paid', paid_at = now(), paid_amount_idr = amount_idr where id = ${body.data.transactionId}`,
    )
    expect(await cause(paid)).toContain('is not booked as it is paid')
  })
})

describe('GET /admin/earnings', () => {
  test('shows an instructor only their own sales of the month, regardless of the requested instructor', async () => {
    const other = await site.createInstructor()
    const mine = await earnings(instructor)
    expect(mine.month).toBe('2026-11')
    expect(mine.totals.sales).toBe(mine.entries.filter((entry: { event: string }) => entry.event === 'sale').length)
    expect(mine.totals.gross).toBe(
      mine.totals.providerFee + mine.totals.tax + mine.totals.platform + mine.totals.instructor,
    )
    expect(await earnings(other, `?instructorId=${instructor.id}`)).toMatchObject({
      totals: { sales: 0, gross: 0 },
      entries: [],
      instructors: [],
      months: [],
    })
  })

  test('shows an admin all instructors, or one', async () => {
    const admin = await site.createAdmin()
    const mine = await earnings(instructor)
    const all = await earnings(admin)
    expect(all.instructors).toMatchObject([
      { _id: instructor.id, name: instructor.name, instructor: mine.totals.instructor },
    ])
    expect((await earnings(admin, `?instructorId=${instructor.id}`)).totals).toEqual(mine.totals)
  })

  test('counts a sale in its month of western Indonesian time', async () => {
    // 30 November, 23:45 in Jakarta, is still November; twenty minutes later is December.
    site.clock.advance(new Date('2026-11-30T16:45:00Z').getTime() - site.clock.now().getTime())
    const fresh = await site.createInstructor()
    courseId = (await site.createCourse({ price: 50_000, instructorId: fresh.id })).id
    await sell()
    site.clock.advance(20 * minuteMs)
    await sell()
    expect(await earnings(fresh)).toMatchObject({
      month: '2026-12',
      months: ['2026-12', '2026-11'],
      totals: { sales: 1 },
    })
    expect(await earnings(fresh, '?month=2026-11')).toMatchObject({ totals: { sales: 1, gross: 50_000 } })
  })

  test('tells an admin base and tax of what was sold with tax, and of what went back by its own day', async () => {
    site.clock.advance(new Date('2027-01-30T05:00:00Z').getTime() - site.clock.now().getTime())
    const admin = await site.createAdmin()
    const taxMode = (mode: 'none' | 'inclusive') =>
      site.database.transaction((tx) => site.app.modules.settings.writeSite(tx, { taxMode: mode }))
    courseId = (await site.createCourse({ price: 111_000, instructorId: instructor.id })).id
    await sell()
    expect((await earnings(admin)).taxed).toBeNull()
    await taxMode('inclusive')
    const { orderId } = await sell()
    await sell()
    expect((await earnings(admin)).taxed).toEqual({
      sold: { base: 200_000, tax: 22_000 },
      returned: { base: 0, tax: 0 },
    })
    site.clock.advance(3 * dayMs)
    await sell()
    await refund(orderId, null)
    expect((await earnings(await site.createAdmin())).taxed).toEqual({
      sold: { base: 100_000, tax: 11_000 },
      returned: { base: 100_000, tax: 11_000 },
    })
    await taxMode('none')
  })

  test('is for staff only', async () => {
    expect((await site.call('GET', '/admin/earnings')).status).toBe(401)
    expect((await site.call('GET', '/admin/earnings', { token: (await site.createStudent()).token })).status).toBe(403)
    expect(
      (await site.call('GET', '/admin/earnings?month=2026-13', { token: (await site.createInstructor()).token }))
        .status,
    ).toBe(422)
  })
})

describe('GET /admin/earnings/export', () => {
  const exported = async (who: SignedIn, query: string): Promise<Record<string, string>[]> =>
    parse((await site.call('GET', `/admin/earnings/export${query}`, { token: who.token })).body, {
      bom: true,
      delimiter: ';',
      columns: true,
    })

  test('has every entry of the month once, however many there are, newest first', async () => {
    const [{ transactionId }, admin] = [await sell(), await site.createAdmin()]
    const count = 2 * exportPageLength + 1
    // Five entries per instant, microseconds apart.
    await site.database.query
      .execute(sql`insert into ledger_lines (id, entry_id, transaction_id, event, account, amount_idr, booked_at)
      select gen_random_uuid(), md5('entry' || n)::uuid, ${transactionId}, 'sale', account, sign * n,
        timestamptz '2026-07-31T16:59:00Z' + (n / 5) * interval '3 microseconds'
      from generate_series(1, ${count}::int) as n, (values ('gross', 1), ('platform', -1)) as side (account, sign)`)
    const rows = await exported(admin, '?month=2026-07')
    const amounts = rows.map((row) => Number(row['Bagian dari harga']))
    expect(amounts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
    const instants = amounts.map((amount) => Math.floor(amount / 5))
    expect(instants).toEqual(instants.toSorted((a, b) => b - a))
    expect(await exported(admin, '?month=2026-06')).toEqual([])
  })

  test('has only the sales of the instructor who requests it', async () => {
    const other = await site.createInstructor()
    expect(await exported(other, `?month=2026-07&instructorId=${instructor.id}`)).toEqual([])
  })
})
