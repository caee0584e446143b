import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { jakartaDay } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { buy, checkBooks, openOrder } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

async function signInAgain(person: SignedIn): Promise<SignedIn> {
  const { body } = await site.call('POST', '/sign-in', { body: { email: person.email, password } })
  return { ...person, token: body.data.token }
}

type Share = { userId: string; sharePercent: number }
const patch = (courseId: string, body: unknown, who = admin) =>
  site.call('PATCH', `/courses/${courseId}`, { token: who.token, body })
async function balanceOf({ token }: SignedIn) {
  const { availableIdr, heldIdr } = (await site.call('GET', '/me/balance', { token })).body.data
  return { availableIdr, heldIdr }
}
const earningsOf = async ({ token }: SignedIn) => (await site.call('GET', '/admin/earnings', { token })).body.data

/** A course of two: of the 95.100 that a card payment of 100.000 leaves, the owner earns half and the other a fifth. */
async function createSharedCourse(percents: [number, number] = [50, 20]) {
  const [owner, other] = [await site.createInstructor(), await site.createInstructor()]
  const course = await site.createCourse({ price: 100_000, instructorId: owner.id })
  const instructors: Share[] = [
    { userId: owner.id, sharePercent: percents[0] },
    { userId: other.id, sharePercent: percents[1] },
  ]
  const saved = await patch(course.id, { instructors })
  expect([saved.status, saved.body.data.instructors]).toEqual([
    200,
    [
      { ...instructors[0], name: owner.name },
      { ...instructors[1], name: other.name },
    ],
  ])
  return { owner, other, course }
}

test('each instructor of a course earns the agreed percent of what is left after fee and tax, on a statement of their own', async () => {
  const { owner, other, course } = await createSharedCourse()
  await buy(site, await site.createStudent(), { courseId: course.id })
  expect([await balanceOf(owner), await balanceOf(other)]).toEqual([
    { availableIdr: 0, heldIdr: 47_550 },
    { availableIdr: 0, heldIdr: 19_020 },
  ])
  const [mine, theirs] = [await earningsOf(owner), await earningsOf(other)]
  expect([mine.totals, theirs.totals]).toMatchObject([
    { sales: 1, instructor: 47_550 },
    { sales: 1, instructor: 19_020 },
  ])
  expect(mine.totals.gross + theirs.totals.gross).toBe(100_000)
  for (const { totals, entries } of [mine, theirs]) {
    expect(totals.gross).toBe(totals.providerFee + totals.tax + totals.platform + totals.instructor)
    expect(entries).toMatchObject([{ item: course.title, gross: totals.gross, instructor: totals.instructor }])
  }
})

test('a refund takes back the share of each in proportion, a full one all of it', async () => {
  const { owner, other, course } = await createSharedCourse([33, 33])
  const { orderId } = await buy(site, await site.createStudent(), { courseId: course.id })
  const before = (await balanceOf(owner)).heldIdr
  for (const amountIdr of [33_333, 1, 1, 33_332]) {
    site.sandbox.refund(orderId, { amountIdr })
    await site.sandbox.idle()
    const [mine, theirs] = [(await balanceOf(owner)).heldIdr, (await balanceOf(other)).heldIdr]
    expect(Math.abs(mine - theirs)).toBeLessThanOrEqual(2)
    expect(mine).toBeLessThan(before)
  }
  site.sandbox.refund(orderId, {})
  await site.sandbox.idle()
  expect([await balanceOf(owner), await balanceOf(other)]).toEqual([
    { availableIdr: 0, heldIdr: 0 },
    { availableIdr: 0, heldIdr: 0 },
  ])
  expect((await earningsOf(other)).totals).toMatchObject({ gross: 0, platform: 0, instructor: 0 })
  const events = (await earningsOf(other)).entries.map(({ event }: { event: string }) => event)
  expect(events.toSorted()).toEqual([...events.slice(1).map(() => 'refund'), 'sale'])
})

test('a change of the shares applies to later orders: an open one keeps what was agreed, without a list the percent of the site is', async () => {
  const { owner, other, course } = await createSharedCourse()
  const [first, second] = [await site.createStudent(), await site.createStudent()]
  const open = await openOrder(site, first, { courseId: course.id })
  expect((await patch(course.id, { instructors: [] })).body.data.instructors).toEqual([])
  await buy(site, second, { courseId: course.id })
  site.sandbox.pay(open.orderId)
  site.sandbox.settle(open.orderId)
  await site.sandbox.idle()
  expect([(await balanceOf(owner)).heldIdr, (await balanceOf(other)).heldIdr]).toEqual([66_570 + 47_550, 19_020])
})

test('in a cart and a bundle the shares of every line add up, and each is paid out once to a balance of its own', async () => {
  const { owner, other, course } = await createSharedCourse([70, 30])
  const two = await site.createCourse({ price: 77_777, instructorId: other.id })
  const bundle = {
    title: 'Paket berdua',
    description: '',
    price: 99_999,
    status: 'published',
    items: [{ courseId: course.id }, { courseId: two.id }],
  }
  const { _id: bundleId } = (await site.call('POST', '/admin/bundles', { token: admin.token, body: bundle })).body.data
  const before = (await earningsOf(admin)).totals
  await buy(site, await site.createStudent(), { bundleId })
  await buy(site, await site.createStudent(), { items: [{ courseId: course.id }, { courseId: two.id }] })
  const after = (await earningsOf(admin)).totals
  const earned = (await balanceOf(owner)).heldIdr + (await balanceOf(other)).heldIdr
  expect(after.gross - before.gross).toBe(99_999 + 177_777)
  expect(after.instructor - before.instructor).toBe(earned)
})

test('nobody who earns with a course buys it, or claims it as a gift', async () => {
  const { other, course } = await createSharedCourse()
  const bought = await site.call('POST', '/checkout', { token: other.token, body: { courseId: course.id } })
  expect([bought.status, bought.body.code]).toEqual([409, 'own-item'])
  const gift = { email: 'rekan@contoh.id', name: 'Rekan' }
  await buy(site, await site.createStudent(), { courseId: course.id, gift })
  const [mail] = await site.mailsTo(gift.email)
  const token = /\/hadiah\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await site.call('POST', `/gifts/${token}/claim`, { token: other.token, body: {} })).status).toBe(409)
})

test('only an admin sets shares; the instructor of the course sends them back unchanged', async () => {
  const { owner, course } = await createSharedCourse()
  const { instructors } = (await site.call('GET', `/admin/courses/${course.id}`, { token: owner.token })).body.data
  expect((await patch(course.id, { instructors, tagline: 'Masih sama' }, owner)).status).toBe(200)
  const own = await patch(course.id, { instructors: [{ userId: owner.id, sharePercent: 100 }] }, owner)
  expect([own.status, own.body.errors]).toEqual([422, { instructors: 'Bagi hasil diatur admin' }])
  expect((await patch(course.id, { instructors }, await site.createInstructor())).status).toBe(404)
})

test('shares that cannot be right are rejected beside their field, and nothing changes', async () => {
  const { owner, other, course } = await createSharedCourse()
  const [student, stranger] = [await site.createStudent(), await site.createInstructor()]
  const share = (userId: unknown, sharePercent: unknown) => ({ userId, sharePercent })
  const wrong: [unknown, string][] = [
    ['semua', 'Tulis tiap instruktur dengan bagiannya'],
    [[null], 'Tulis tiap instruktur dengan bagiannya'],
    [[share(7, 10)], 'Tulis tiap instruktur dengan bagiannya'],
    [[share(owner.id, 0)], 'Bagian tiap instruktur 1 sampai 100 persen, tanpa koma'],
    [[share(owner.id, 33.3)], 'Bagian tiap instruktur 1 sampai 100 persen, tanpa koma'],
    [[share(owner.id, '50')], 'Bagian tiap instruktur 1 sampai 100 persen, tanpa koma'],
    [[share(owner.id, 60), share(other.id, 41)], 'Jumlah semua bagian maksimal 100%'],
    [[share(owner.id, 10), share(owner.id, 10)], 'Satu instruktur cukup sekali'],
    [Array.from({ length: 11 }, (_, index) => share(String(index), 1)), 'Maksimal 10 instruktur'],
    [[share(other.id, 10)], 'Instruktur kelas ini harus ikut mendapat bagian'],
    [[share(owner.id, 10), share(student.id, 10)], 'Instruktur tidak dikenal'],
    [[share(owner.id, 10), share('bukan-id', 10)], 'Instruktur tidak dikenal'],
  ]
  for (const [instructors, message] of wrong) {
    const { status, body } = await patch(course.id, { instructors })
    expect([status, body.errors], JSON.stringify(instructors)).toEqual([422, { instructors: message }])
  }
  const { instructors } = (await site.call('GET', `/admin/courses/${course.id}`, { token: admin.token })).body.data
  expect(instructors.map(({ sharePercent }: Share) => sharePercent)).toEqual([50, 20])
  const replaced = await patch(course.id, { instructorId: stranger.id })
  expect(replaced.body.data.instructors).toMatchObject([
    { userId: stranger.id, sharePercent: 50 },
    { userId: other.id, sharePercent: 20 },
  ])
})

test('the part of an account that is erased goes to who takes over its courses, and of others’ courses to nobody', async () => {
  const { owner, other, course } = await createSharedCourse()
  const [second, heir] = [await createSharedCourse(), await site.createInstructor()]
  await patch(second.course.id, {
    instructors: [
      { userId: second.owner.id, sharePercent: 40 },
      { userId: owner.id, sharePercent: 10 },
    ],
  })
  const body = { email: owner.email, coursesTo: heir.id }
  await site.stepUp(admin)
  expect((await site.call('POST', `/admin/students/${owner.id}/deletion`, { token: admin.token, body })).status).toBe(
    200,
  )
  const sharesOf = async (id: string) =>
    (await site.call('GET', `/admin/courses/${id}`, { token: admin.token })).body.data.instructors
  expect(await sharesOf(course.id)).toMatchObject([
    { userId: heir.id, sharePercent: 50 },
    { userId: other.id, sharePercent: 20 },
  ])
  expect(await sharesOf(second.course.id)).toMatchObject([{ userId: second.owner.id, sharePercent: 40 }])
})

test.each([
  ['role', { role: 'student' }],
  ['access', { disabled: true }],
] as const)(
  'whoever cannot ask for a payout any more earns nothing with later sales of others’ courses: %s',
  async (what, change) => {
    const { owner, other, course } = await createSharedCourse()
    const own = await site.createCourse({ price: 100_000, instructorId: other.id })
    await patch(own.id, { instructors: [{ userId: other.id, sharePercent: 60 }] })
    await site.stepUp(admin)
    const show = async () =>
      (await site.call('GET', `/admin/students/${other.id}`, { token: admin.token })).body.data.sharedCourses
    const sharesOf = async (id: string) =>
      (await site.call('GET', `/admin/courses/${id}`, { token: admin.token })).body.data.instructors
    expect(await show()).toBe(1)
    const changed = await site.call('PUT', `/admin/students/${other.id}/${what}`, { token: admin.token, body: change })
    expect([changed.status, await show()]).toEqual([200, 0])
    expect(await sharesOf(course.id)).toMatchObject([{ userId: owner.id, sharePercent: 50 }])
    // Nobody was chosen to teach it from then on.
    expect(await sharesOf(own.id)).toMatchObject([{ userId: other.id, sharePercent: 60 }])
    await buy(site, await site.createStudent(), { courseId: course.id })
    const { payouts } = site.app.modules.commerce
    expect([await payouts.readBalance(owner.id), await payouts.readBalance(other.id)]).toEqual([
      { availableIdr: 0, heldIdr: 47_550 },
      { availableIdr: 0, heldIdr: 0 },
    ])
    const lastEntry = async (): Promise<unknown> =>
      (await site.app.modules.audit.list({ subjectId: course.id }, { page: 1, limit: 1 })).entries[0]
    const entry = {
      actorId: admin.id,
      action: 'course.changed',
      details: {
        title: course.title,
        before: { sharePercent: { [owner.id]: 50, [other.id]: 20 } },
        after: { sharePercent: { [owner.id]: 50 } },
      },
    }
    expect(await lastEntry()).toMatchObject(entry)
    // Left by an older version, and found when the change is sent again.
    await site.database.query.execute(
      sql`insert into course_instructors (course_id, user_id, position, share_percent) values (${course.id}, ${other.id}, 1, 7)`,
    )
    site.clock.advance(1000)
    await site.call('PUT', `/admin/students/${other.id}/${what}`, { token: admin.token, body: change })
    expect(await lastEntry()).toMatchObject({
      ...entry,
      details: { before: { sharePercent: { [owner.id]: 50, [other.id]: 7 } } },
    })
  },
)

test('a statement leads from the opening to the closing balance through every sale, refund and payout, in its page and its file', async () => {
  const account = { bank: 'BCA', number: '1234567890', holder: 'Sari' }
  const { owner, other, course } = await createSharedCourse()
  const { payouts, readEarnings } = site.app.modules.commerce
  const monthOf = (date: Date) => jakartaDay(date).slice(0, 7)
  const first = monthOf(site.clock.now())
  const { orderId } = await buy(site, await site.createStudent(), { courseId: course.id })
  await buy(site, await site.createStudent(), { courseId: course.id })
  await payouts.saveBankAccount(owner.id, account)
  await payouts.verifyBankAccount({ adminId: admin.id, userId: owner.id, number: account.number })
  site.clock.advance(40 * dayMs)
  const second = monthOf(site.clock.now())
  for (const state of ['failed', 'sent'] as const) {
    const { payout } = mustBe(await payouts.request(owner.id, { amountIdr: 90_000 }), 'requested')
    await payouts.decide({ id: payout._id, adminId: admin.id, reference: `Alasan ${state}`, state })
  }
  site.sandbox.refund(orderId, { amountIdr: 40_000 })
  await site.sandbox.idle()
  const statement = async (month: string, instructorId: string) => (await readEarnings({ month, instructorId })).balance
  const before = await statement(first, owner.id)
  const after = await statement(second, owner.id)
  expect(before).toEqual({ openingIdr: 0, earnedIdr: 95_100, paidOutIdr: 0, closingIdr: 95_100, payouts: [] })
  expect(after).toMatchObject({
    openingIdr: 95_100,
    earnedIdr: -19_020,
    paidOutIdr: 90_000,
    closingIdr: 95_100 - 19_020 - 90_000,
  })
  expect(after?.payouts.map(({ event, amountIdr, state }) => [event, amountIdr, state])).toEqual([
    ['requested', 90_000, 'failed'],
    ['returned', -90_000, 'failed'],
    ['requested', 90_000, 'sent'],
  ])
  const { availableIdr, heldIdr } = await payouts.readBalance(owner.id)
  expect(after?.closingIdr).toBe(availableIdr + heldIdr)
  const theirs = await payouts.readBalance(other.id)
  expect((await statement(second, other.id))?.closingIdr).toBe(theirs.availableIdr + theirs.heldIdr)
  expect((await readEarnings({ month: second, instructorId: null })).balance).toBeNull()

  const again = await signInAgain(owner)
  const file = (await site.call('GET', `/admin/earnings/export?month=${second}`, { token: again.token })).body
  const rows: Record<string, string>[] = parse(file, { bom: true, delimiter: ';', columns: true })
  expect(rows.map((row) => row['Peristiwa'])).toEqual([
    'Pengembalian dana',
    'Pencairan',
    'Pencairan kembali',
    'Pencairan',
  ])
  expect(rows[0]).toMatchObject({ 'Harga item': '100000', Persen: '50' })
  expect(rows.map((row) => row['Referensi pencairan'])).toEqual(['', 'Alasan sent', 'Alasan failed', 'Alasan failed'])
  const sumOf = (column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0)
  expect(sumOf('Bagian instruktur')).toBe(after?.earnedIdr)
  expect(sumOf('Pencairan')).toBe(-(after?.paidOutIdr ?? 0))
  expect(sumOf('Bagian instruktur') + sumOf('Pencairan')).toBe((after?.closingIdr ?? 0) - (after?.openingIdr ?? 0))
  admin = await signInAgain(admin)
})

test('a payout takes from the balance of one instructor only', async () => {
  const { owner, other, course } = await createSharedCourse([50, 50])
  await buy(site, await site.createStudent(), { courseId: course.id })
  const account = { bank: 'BCA', number: '1234567890', holder: 'Sari' }
  await site.call('PUT', '/me/bank-account', { token: other.token, body: account })
  await site.call('POST', `/admin/bank-accounts/${other.id}/verify`, {
    token: admin.token,
    body: { number: '1234567890' },
  })
  site.clock.advance(15 * dayMs)
  const { payouts } = site.app.modules.commerce
  expect(await payouts.request(other.id, { amountIdr: 47_551 })).toMatchObject({
    outcome: 'balance-too-low',
    data: { errors: { amountIdr: `Saldo yang tersedia ${formatRupiah(47_550)}` } },
  })
  expect(await payouts.request(other.id, { amountIdr: 47_550 })).toMatchObject({
    outcome: 'requested',
    payout: { amountIdr: 47_550 },
  })
  expect([await payouts.readBalance(other.id), await payouts.readBalance(owner.id)]).toEqual([
    { availableIdr: 0, heldIdr: 0 },
    { availableIdr: 47_550, heldIdr: 0 },
  ])
})
