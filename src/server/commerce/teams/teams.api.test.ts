import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { password } from '#testing/factories.ts'
import { buy, checkBooks, openOrder } from '#testing/materials/purchases.ts'
import { countQueries } from '#testing/scale/count-queries.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let instructor: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  instructor = await site.createInstructor('Kokom Komala')
  course = await site.createCourse({ price: 150_000, title: 'Riset UX', instructorId: instructor.id, lessons: 12 })
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const as = ({ token }: Pick<SignedIn, 'token'>, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token, ...(body === undefined ? {} : { body }) })
const named = (fields: object = {}) => ({ name: 'PT Maju Bersama', ...fields })

type Bought = {
  buyer: SignedIn
  transactionId: string
  orderId: string
  amountIdr: number
  teamId: string
  token: string
}
async function buyTeam(fields: object = {}): Promise<Bought> {
  const buyer = await site.createStudent()
  const order = await buy(site, buyer, { courseId: course.id, seats: 3, team: named(), ...fields })
  const [team] = (await as(buyer, 'GET', '/me/teams')).body.data
  return { buyer, ...order, teamId: team._id, token: tokenOf(team.joinUrl) }
}
const tokenOf = (joinUrl: string) => new URL(joinUrl).pathname.split('/').at(-1) ?? ''
const teamOf = async (buyer: SignedIn) => (await as(buyer, 'GET', '/me/teams')).body.data[0]
const join = (who: SignedIn, token: string, showProgress = false) =>
  as(who, 'POST', `/teams/join/${token}`, { showProgress })
async function joined(token: string, showProgress = false): Promise<SignedIn> {
  const member = await site.createStudent()
  expect((await join(member, token, showProgress)).status).toBe(200)
  return member
}
async function refund(transactionId: string, body: object = {}) {
  await site.stepUp(admin)
  return as(admin, 'POST', `/admin/transactions/${transactionId}/refund`, { reason: 'Kursi berlebih', ...body })
}
const shown = async ({ buyer, transactionId }: Pick<Bought, 'buyer' | 'transactionId'>) =>
  (await as(buyer, 'GET', `/my-transaction/${transactionId}`)).body.data
const isEnrolled = (who: SignedIn) => site.app.modules.learning.isEnrolled(who.id, course.id)
const complete = async (who: SignedIn, lessons: number) => {
  for (const lessonId of course.lessonIds.slice(0, lessons))
    await as(who, 'PUT', `/courses/${course.id}/content/${lessonId}/completion`)
}

describe('buying seats', () => {
  test('costs the price of each, takes none for the buyer, and makes an invoice with seats, name and NPWP', async () => {
    const bought = await buyTeam({ seats: 10, team: named({ npwp: 'NPWP: 01.234.567.8-901.000' }) })
    expect(bought.amountIdr).toBe(1_500_000)
    const { buyer, teamId } = bought
    expect(await isEnrolled(buyer)).toBe(false)
    expect((await as(buyer, 'GET', '/me/teams')).body.data).toMatchObject([
      { name: 'PT Maju Bersama', title: 'Riset UX', seats: 10, used: 0, courseId: course.id },
    ])
    expect(await shown(bought)).toMatchObject({
      kind: 'team',
      team: { teamId, seats: 10, name: 'PT Maju Bersama', npwp: '012345678901000' },
      lines: [{ description: 'Riset UX (10 kursi)', amount: 1_500_000 }, {}, {}],
      total: 1_500_000,
      status: 'success',
    })
    const mail = (await site.mailsTo(buyer.email)).find(({ subject }) => subject.startsWith('Bukti'))
    expect(JSON.stringify(mail)).toContain('siap dibagikan')
  })

  test.each([
    ['percent', 20, 360_000],
    ['amount-off', 50_000, 400_000],
    ['fixed-price', 100_000, 300_000],
  ])('costs with a code of %s what the quote says, whose price is of every seat', async (kind, value, total) => {
    await site.stepUp(admin)
    const code = `TIM-${kind.toUpperCase()}`
    const span = { startsAt: '2020-01-01T00:00:00Z', endsAt: '2090-01-01T00:00:00Z' }
    const made = await as(admin, 'POST', '/admin/promo-codes', { code, kind, value, ...span })
    expect(made.status).toBe(201)
    const purchase = { courseId: course.id, seats: 3, promoCode: code }
    const quoted = await site.call('POST', '/checkout/quote', { body: { ...purchase, team: { name: 'Tim' } } })
    expect(quoted.body.data.total).toBe(total)
    const { buyer, amountIdr } = await buyTeam(purchase)
    expect([amountIdr, (await teamOf(buyer)).seats]).toEqual([total, 3])
  })

  test('a code that pays for all of them gives every seat', async () => {
    await site.stepUp(admin)
    const span = { startsAt: '2020-01-01T00:00:00Z', endsAt: '2090-01-01T00:00:00Z' }
    const code = { code: 'TIM-GRATIS', kind: 'percent', value: 100, ...span }
    expect((await as(admin, 'POST', '/admin/promo-codes', code)).status).toBe(201)
    const buyer = await site.createStudent()
    const order = { courseId: course.id, seats: 3, team: named(), promoCode: 'TIM-GRATIS' }
    expect((await as(buyer, 'POST', '/checkout', order)).status).toBe(200)
    const team = await teamOf(buyer)
    expect(team).toMatchObject({ seats: 3, used: 0 })
    await joined(tokenOf(team.joinUrl))
    await checkBooks(site)
  })

  test('more seats are of the same team, and its invoices have its name and NPWP', async () => {
    const { buyer, teamId } = await buyTeam({ team: named({ npwp: '0123 4567 8901 2345' }) })
    const more = await buy(site, buyer, { teamId, seats: 1 })
    expect(more.amountIdr).toBe(150_000)
    expect(await teamOf(buyer)).toMatchObject({ _id: teamId, seats: 4 })
    expect(await shown({ buyer, ...more })).toMatchObject({
      team: { teamId, seats: 1, name: 'PT Maju Bersama', npwp: '0123456789012345' },
    })
    const stranger = await site.createStudent()
    expect((await as(stranger, 'POST', '/checkout', { teamId, seats: 1 })).status).toBe(404)
  })

  test('an order of seats and one for oneself are open beside each other, and another number replaces the first', async () => {
    const buyer = await site.createStudent()
    const own = await openOrder(site, buyer, { courseId: course.id })
    const first = await openOrder(site, buyer, { courseId: course.id, seats: 2, team: named() })
    const same = await openOrder(site, buyer, { courseId: course.id, seats: 2, team: named() })
    const other = await openOrder(site, buyer, { courseId: course.id, seats: 5, team: named() })
    expect([same.transactionId, other.amountIdr]).toEqual([first.transactionId, 750_000])
    expect(new Set([own, first, other].map(({ transactionId }) => transactionId)).size).toBe(3)
    expect((await shown({ buyer, ...own })).state).toBe('pending')
    expect((await shown({ buyer, ...first })).state).toBe('cancelled')
    const renamed = await openOrder(site, buyer, { courseId: course.id, seats: 5, team: named({ name: 'CV Lain' }) })
    expect((await shown({ buyer, ...renamed })).team.name).toBe('CV Lain')
  })

  test('whoever teaches the course buys seats for others, and takes none', async () => {
    const order = await buy(site, instructor, { courseId: course.id, seats: 2, team: named() })
    const { joinUrl, seats } = await teamOf(instructor)
    expect([order.amountIdr, seats]).toEqual([300_000, 2])
    expect((await join(instructor, tokenOf(joinUrl))).body.code).toBe('own-item')
  })

  test('a quote has the same price, and a fixed price of a code is of each seat', async () => {
    const buyer = await site.createStudent()
    const body = { courseId: course.id, seats: 7, team: named() }
    const quoted = await as(buyer, 'POST', '/checkout/quote', body)
    expect(quoted.body.data).toMatchObject({ listPrice: 1_050_000, total: 1_050_000 })
    expect((await openOrder(site, buyer, body)).amountIdr).toBe(1_050_000)
  })

  test.each([
    ['1 seat for a new team', { seats: 1 }, 'seats'],
    ['501 seats', { seats: 501 }, 'seats'],
    ['no seats', { seats: undefined }, 'seats'],
    ['half a seat', { seats: 2.5 }, 'seats'],
    ['no name', { team: { name: ' ' } }, 'team.name'],
    ['no team', { team: undefined }, 'team.name'],
    ['14 digits', { team: named({ npwp: '01.234.567.8-901.00' }) }, 'team.npwp'],
    ['17 digits', { team: named({ npwp: '01234567890123456' }) }, 'team.npwp'],
    ['letters', { team: named({ npwp: '01.234.567.8-901.00A' }) }, 'team.npwp'],
    ['a gift', { gift: { email: 'a@b.id', name: 'Budi' } }, 'gift'],
  ])('%s is rejected at the field', async (_what, fields, field) => {
    const buyer = await site.createStudent()
    const body = { courseId: course.id, seats: 2, team: named(), ...fields }
    const { status, body: answer } = await as(buyer, 'POST', '/checkout', body)
    expect([status, Object.keys(answer.errors)]).toEqual([422, [field]])
  })

  test.each([
    '012345678901000',
    '01.234.567.8-901.000',
    ' 01 234 567 8 901 000 ',
    '01–234–567–8–901–000',
    '０１２３４５６７８９０１０００',
    'No. NPWP: 01.234.567.8-901.000',
    'Nomor NPWP perusahaan 01.234.567.8-901.000',
  ])('the NPWP %s is read', async (npwp) => {
    const buyer = await site.createStudent()
    const order = await openOrder(site, buyer, { courseId: course.id, seats: 2, team: named({ npwp }) })
    expect((await shown({ buyer, ...order })).team.npwp).toBe('012345678901000')
  })

  test('what is free is not sold in seats, and neither are e-books alone', async () => {
    const buyer = await site.createStudent()
    const free = await site.createCourse({ price: 0 })
    const answer = await as(buyer, 'POST', '/checkout', { courseId: free.id, seats: 2, team: named() })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['seats']])
  })
})

describe('the link', () => {
  test('shows what, from whom and the seats left; who joins has the course, and the seat counts once', async () => {
    const { buyer, token } = await buyTeam()
    const invitation = async (who?: SignedIn) =>
      (await site.call('GET', `/teams/join/${token}`, who ? { token: who.token } : {})).body.data
    expect(await invitation()).toMatchObject({
      name: 'PT Maju Bersama',
      title: 'Riset UX',
      from: buyer.name,
      seatsLeft: 3,
      isMember: false,
    })
    const member = await joined(token)
    expect(await isEnrolled(member)).toBe(true)
    expect((await join(member, token)).body.code).toBe('already-enrolled')
    expect(await invitation(member)).toMatchObject({ seatsLeft: 2, isMember: true })
    expect((await teamOf(buyer)).used).toBe(1)
  })

  test('gives the last seat once, and the buyer may take one', async () => {
    const { buyer, token } = await buyTeam({ seats: 2 })
    await joined(token)
    expect((await join(buyer, token)).status).toBe(200)
    const late = await site.createStudent()
    expect((await join(late, token)).body.code).toBe('no-seats')
    const owner = await site.createStudent()
    await buy(site, owner, { courseId: course.id })
    expect((await join(owner, token)).body.code).toBe('already-enrolled')
  })

  test('ends with a new one; one that was made up leads nowhere', async () => {
    const { buyer, token, teamId } = await buyTeam()
    const renewed = await as(buyer, 'POST', `/teams/${teamId}/link`)
    const next = tokenOf(renewed.body.data.joinUrl)
    const member = await site.createStudent()
    const ended = 'Tautan ini tidak berlaku lagi. Minta tautan baru ke pengelola timnya, ya.'
    expect((await join(member, token)).body).toMatchObject({ code: 'not-found', message: ended })
    expect((await site.call('GET', `/teams/join/${token}`)).body).toMatchObject({ code: 'not-found', message: ended })
    expect((await join(member, next)).status).toBe(200)
    const forged = `${next.slice(0, -1)}${next.endsWith('0') ? '1' : '0'}`
    for (const wrong of [forged, next.slice(0, 36), `${next}0`, 'x', teamId])
      expect((await site.call('GET', `/teams/join/${wrong}`)).status, wrong).toBe(404)
    expect((await site.call('POST', `/teams/join/${next}`, { body: { showProgress: true } })).status).toBe(401)
  })

  test('is mailed to pasted addresses, once each, to no member, and says nothing that the manager chose', async () => {
    const { buyer, teamId, token } = await buyTeam({ team: named({ name: 'Klik http://jahat.contoh' }) })
    const member = await joined(token)
    const email = `undangan-${crypto.randomUUID()}@contoh.id`
    const invite = (emails: unknown) => as(buyer, 'POST', `/teams/${teamId}/invitations`, { emails })
    const { status, body } = await invite([email, email.toUpperCase(), ` ${email} `, member.email])
    expect([status, body.data]).toEqual([200, { sent: 1, skipped: [{ email: member.email, reason: 'member' }] }])
    const [mail] = await site.mailsTo(email)
    expect(JSON.stringify(mail)).not.toContain('jahat')
    expect(JSON.stringify(mail)).toContain(`/tim/${token}`)
    for (const emails of [
      [],
      ['bukan-email'],
      [email, 'a@b'],
      Array.from({ length: 201 }, (_, n) => `a${n}@contoh.id`),
      'x',
    ])
      expect((await invite(emails)).status).toBe(422)
  })

  test('is mailed to 300 addresses a day by one manager; for the others it is later', async () => {
    const { buyer, teamId } = await buyTeam()
    const invite = (from: number) =>
      as(buyer, 'POST', `/teams/${teamId}/invitations`, {
        emails: Array.from({ length: 160 }, (_, n) => `kursi${from + n}-${teamId}@contoh.id`),
      })
    expect((await invite(0)).body.data).toEqual({ sent: 160, skipped: [] })
    const { sent, skipped } = (await invite(160)).body.data
    expect([sent, skipped.length, skipped[0].reason]).toEqual([140, 20, 'later'])
  })
})

describe('members', () => {
  test('cost two statements, however many they are', async () => {
    const { buyer, teamId, token } = await buyTeam()
    const rights = { photo: '', sessionId: '', hasFreshProof: false, mustSetUpTwoSteps: false }
    const statements = () =>
      countQueries(site.database, () =>
        site.app.modules.teams.listMembers({ ...buyer, role: 'student', ...rights }, { id: teamId }),
      )
    expect(await statements()).toBe(2)
    for (let member = 0; member < 3; member++) await joined(token, true)
    expect(await statements()).toBe(2)
  })

  test('are listed with their progress only while they show it', async () => {
    const { buyer, teamId, token } = await buyTeam()
    const [open, closed] = [await joined(token, true), await joined(token)]
    await complete(open, 3)
    const list = async () => (await as(buyer, 'GET', `/teams/${teamId}/members`)).body.data
    const percentOf = async ({ id }: SignedIn) =>
      (await list()).find(({ userId }: { userId: string }) => userId === id).percent
    expect([await percentOf(open), await percentOf(closed)]).toEqual([25, null])
    const csv = await as(buyer, 'GET', `/teams/${teamId}/members/export`)
    expect(String(csv.body)).toContain(open.name)
    expect(String(csv.body)).toContain('tidak ditampilkan')
    expect(JSON.stringify(await list())).not.toContain('@')
    await as(open, 'PUT', `/me/teams/${teamId}/consent`, { showProgress: false })
    await as(closed, 'PUT', `/me/teams/${teamId}/consent`, { showProgress: true })
    expect([await percentOf(open), await percentOf(closed)]).toEqual([null, 0])
    expect((await as(open, 'GET', '/me/teams/joined')).body.data).toMatchObject([
      { _id: teamId, name: 'PT Maju Bersama', manager: buyer.name, showProgress: false },
    ])
    expect((await as(buyer, 'PUT', `/me/teams/${teamId}/consent`, { showProgress: true })).status).toBe(404)
    expect((await as(open, 'GET', `/teams/${teamId}/members`)).status).toBe(404)
  })

  test('whose seat is hardly used are removed and told; from 10 percent on the seat is used', async () => {
    const { buyer, teamId, token } = await buyTeam()
    const [idle, busy] = [await joined(token), await joined(token)]
    await complete(idle, 1)
    await complete(busy, 2)
    const remove = ({ id }: SignedIn) => as(buyer, 'DELETE', `/teams/${teamId}/members/${id}`)
    expect((await remove(busy)).body.code).toBe('seat-used')
    expect([(await remove(idle)).status, (await remove(idle)).status]).toEqual([200, 404])
    expect([await isEnrolled(idle), await isEnrolled(busy), (await teamOf(buyer)).used]).toEqual([false, true, 1])
    const notices = (await as(idle, 'GET', '/me/notifications')).body.data
    expect(notices[0].title).toBe('Kursimu di PT Maju Bersama berakhir')
    expect((await join(idle, token)).status).toBe(200)
  })

  test('take the team over from its manager, whose link ends', async () => {
    const { buyer, teamId, token } = await buyTeam()
    const member = await joined(token)
    const outsider = await site.createStudent()
    const give = (userId: string) => as(buyer, 'PUT', `/teams/${teamId}/manager`, { userId })
    expect([(await give(outsider.id)).status, (await give(member.id)).status]).toEqual([404, 200])
    expect([(await give(member.id)).status, (await as(buyer, 'GET', '/me/teams')).body.data]).toEqual([404, []])
    expect(await teamOf(member)).toMatchObject({ _id: teamId, seats: 3, used: 1 })
    expect((await site.call('GET', `/teams/join/${token}`)).status).toBe(404)
  })

  test('of longest standing manages the team of a deleted account, without its tax number', async () => {
    const { buyer, teamId, token } = await buyTeam({ team: named({ npwp: '012345678901000' }) })
    const first = await joined(token)
    site.clock.advance(1000)
    await joined(token)
    await site.stepUp(buyer)
    expect((await as(buyer, 'POST', '/me/deletion', { email: buyer.email, password })).status).toBe(200)
    expect(await teamOf(first)).toMatchObject({ _id: teamId, used: 2 })
    const more = await openOrder(site, first, { teamId, seats: 1 })
    expect((await shown({ buyer: first, ...more })).team.npwp).toBeNull()
  })
})

describe('a refund', () => {
  test('gives back unused seats by number to the rupiah, and never an amount', async () => {
    const bought = await buyTeam({ seats: 7 })
    await joined(bought.token)
    for (const body of [{ amount: 1000 }, { lineIds: [bought.transactionId] }, { seats: 7 }]) {
      const { status, body: answer } = await refund(bought.transactionId, body)
      expect([status, answer.code]).toEqual([422, 'seats-rejected'])
    }
    const unused = async () =>
      (await as(admin, 'GET', `/admin/transactions/${bought.transactionId}`)).body.data.unusedSeats
    expect(await unused()).toBe(6)
    expect((await refund(bought.transactionId, { seats: 2 })).status).toBe(200)
    expect(await unused()).toBe(4)
    expect([await teamOf(bought.buyer), (await shown(bought)).refunded]).toMatchObject([{ seats: 5, used: 1 }, 300_000])
    expect((await refund(bought.transactionId)).status).toBe(200)
    expect([await teamOf(bought.buyer), (await shown(bought)).refunded]).toMatchObject([{ seats: 1, used: 1 }, 900_000])
    expect((await refund(bought.transactionId)).body.code).toBe('seats-rejected')
  })

  test('of a team without members gives back everything', async () => {
    const bought = await buyTeam()
    expect((await refund(bought.transactionId)).status).toBe(200)
    expect(await shown(bought)).toMatchObject({ state: 'refunded', refunded: 450_000 })
    expect((await teamOf(bought.buyer)).seats).toBe(0)
    expect((await join(await site.createStudent(), bought.token)).body.code).toBe('no-seats')
  })

  test('asked for by the buyer gives back what is unused then, and nothing when all seats are used', async () => {
    const bought = await buyTeam({ seats: 2 })
    const ask = () =>
      as(bought.buyer, 'POST', `/my-transaction/${bought.transactionId}/refund-request`, {
        reason: 'Tim kami batal ikut',
      })
    expect((await ask()).status).toBe(201)
    await joined(bought.token)
    const [request] = (await as(admin, 'GET', '/admin/refund-requests?state=open')).body.data
    await site.stepUp(admin)
    const approved = await as(admin, 'POST', `/admin/refund-requests/${request._id}/approve`, {
      sentence: 'Satu kursi kembali',
    })
    expect(approved.status).toBe(200)
    expect([(await shown(bought)).refunded, (await teamOf(bought.buyer)).seats]).toEqual([150_000, 1])
    expect((await ask()).body.code).toBe('not-refundable')
  })

  test('by the bank of seats that are used ends the access of who joined last', async () => {
    const bought = await buyTeam({ seats: 2 })
    const members = [await joined(bought.token), await joined(bought.token)]
    await buy(site, bought.buyer, { teamId: bought.teamId, seats: 1 })
    site.sandbox.chargeback(bought.orderId)
    await site.sandbox.idle()
    expect((await shown(bought)).state).toBe('chargeback')
    expect(await teamOf(bought.buyer)).toMatchObject({ seats: 1, used: 1 })
    expect(await Promise.all(members.map(isEnrolled))).toEqual([true, false])
  })
})

test('a bundle in seats gives each member all of it, and what a member had stays', async () => {
  const other = await site.createCourse({ price: 100_000, title: 'Flutter' })
  await site.stepUp(admin)
  const bundle = await as(admin, 'POST', '/admin/bundles', {
    title: 'Paket Lengkap',
    slug: `paket-${crypto.randomUUID().slice(0, 8)}`,
    price: 200_000,
    items: [{ courseId: course.id }, { courseId: other.id }],
    status: 'published',
  })
  expect(bundle.body).toMatchObject({ data: {} })
  const buyer = await site.createStudent()
  const order = await buy(site, buyer, { bundleId: bundle.body.data._id, seats: 3, team: named() })
  expect(order.amountIdr).toBe(600_000)
  const { joinUrl, _id: teamId } = await teamOf(buyer)
  const owner = await site.createStudent()
  await buy(site, owner, { courseId: course.id })
  expect((await join(owner, tokenOf(joinUrl))).status).toBe(200)
  expect((await as(buyer, 'DELETE', `/teams/${teamId}/members/${owner.id}`)).status).toBe(200)
  expect([await isEnrolled(owner), await site.app.modules.learning.isEnrolled(owner.id, other.id)]).toEqual([
    true,
    false,
  ])
  expect((await refund(order.transactionId, { seats: 1 })).status).toBe(200)
  expect((await shown({ buyer, ...order })).refunded).toBe(200_000)
  expect((await buy(site, buyer, { teamId, seats: 2 })).amountIdr).toBe(400_000)
})

test('orders of teams are listed and filtered as such by staff', async () => {
  const { buyer } = await buyTeam()
  const listed = (await as(admin, 'GET', `/admin/transactions?kind=team&q=${encodeURIComponent(buyer.email)}`)).body
    .data
  expect(listed).toMatchObject([{ kind: 'team', item: 'Riset UX (3 kursi)' }])
})
