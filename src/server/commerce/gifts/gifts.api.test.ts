import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { formatDate, jakartaDay } from '#contract/kit/days.ts'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { buy, checkBooks, openOrder } from '#testing/materials/purchases.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let course: MadeCourse
let receivers = 0
beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ title: 'Kelas Hadiah', price: 120_000 })
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const receiver = () => ({ email: `penerima${++receivers}@contoh.id`, name: 'Rina' })
const give = (giver: SignedIn, gift: Record<string, unknown>) => buy(site, giver, { courseId: course.id, gift })
async function tokensTo(email: string): Promise<string[]> {
  return (await site.mailsTo(email)).flatMap(({ text }) => /\/hadiah\/([\w-]+)/.exec(text)?.[1] ?? [])
}
const claim = (who: SignedIn, token: string) => site.call('POST', `/gifts/${token}/claim`, { token: who.token })
const owns = (who: SignedIn) => site.app.modules.learning.isEnrolled(who.id, course.id)
const transaction = async ({ token }: SignedIn, id: string) =>
  (await site.call('GET', `/my-transaction/${id}`, { token })).body.data

test('the giver pays and gets the invoice; the receiver claims it once, under any account, with the mailed link', async () => {
  const [giver, rina, other] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
  const gift = { ...receiver(), message: 'Selamat ulang tahun!' }
  const { transactionId } = await give(giver, gift)
  expect(await owns(giver)).toBe(false)
  expect(await transaction(giver, transactionId)).toMatchObject({
    status: 'success',
    gift: { email: gift.email, claimedAt: null },
    user: { name: giver.name },
  })
  const [token = ''] = await tokensTo(gift.email)
  const opened = (await site.call('GET', `/gifts/${token}`)).body.data
  expect(opened).toMatchObject({
    state: 'open',
    from: giver.name,
    message: 'Selamat ulang tahun!',
    items: [{ title: 'Kelas Hadiah' }],
  })
  expect((await site.call('POST', `/gifts/${token}/claim`)).status).toBe(401)
  expect((await claim(rina, token)).status).toBe(200)
  expect([await owns(rina), await owns(giver)]).toEqual([true, false])
  const [byOther, again] = [await claim(other, token), await claim(rina, token)]
  expect([byOther.status, again.status, await owns(other)]).toEqual([409, 409, false])
  expect([byOther.body.message, again.body.message]).toEqual([
    'Hadiah ini sudah diterima.',
    'Hadiah ini sudah kamu terima. Isinya ada di akunmu.',
  ])
  expect((await transaction(giver, transactionId)).gift.claimedAt).not.toBeNull()
  const told = (await site.call('GET', '/me/notifications', { token: giver.token })).body.data
  expect(JSON.stringify(told)).toContain(`${gift.name} menerima hadiahmu`)
})

test('a payment that the bank took back and settled again grants nothing to a receiver who deleted their account meanwhile', async () => {
  const [giver, rina] = [await site.createStudent(), await site.createStudent()]
  const gift = receiver()
  const { transactionId, orderId } = await give(giver, gift)
  await claim(rina, (await tokensTo(gift.email))[0] ?? '')
  site.sandbox.reverse(orderId)
  await site.sandbox.idle()
  expect(await owns(rina)).toBe(false)
  await site.call('POST', '/me/deletion', { token: rina.token, body: { email: rina.email, password } })
  site.sandbox.restore(orderId)
  await site.sandbox.idle()
  expect(await transaction(giver, transactionId)).toMatchObject({ state: 'paid', refunded: 0 })
  expect(await owns(rina)).toBe(false)
})

test('two people who claim at the same moment: one gets it', async () => {
  const [giver, one, two] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
  const gift = receiver()
  await give(giver, gift)
  const [token = ''] = await tokensTo(gift.email)
  const statuses = await Promise.all([claim(one, token), claim(two, token)])
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect([await owns(one), await owns(two)].filter(Boolean)).toHaveLength(1)
})

test('one person who claims two gifts of the same course at the same moment uses up one; the other is for a friend', async () => {
  for (let round = 0; round < 5; round++) {
    const [giver, rina, friend] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
    const tokens: string[] = []
    for (const gift of [receiver(), receiver()]) {
      await give(giver, gift)
      tokens.push(...(await tokensTo(gift.email)))
    }
    const claims = await Promise.all(tokens.map((token) => claim(rina, token)))
    expect(claims.map(({ status, body }) => (status === 200 ? 200 : body.code)).toSorted()).toEqual([
      200,
      'already-owned',
    ])
    const left = tokens[claims.findIndex(({ status }) => status !== 200)] ?? ''
    expect([(await claim(friend, left)).status, await owns(friend)]).toEqual([200, true])
  }
})

test('somebody who owns it gets 409, and the gift stays open', async () => {
  const [giver, owner, friend] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
  await site.enroll(owner, course)
  const gift = receiver()
  await give(giver, gift)
  const [token = ''] = await tokensTo(gift.email)
  expect((await claim(owner, token)).status).toBe(409)
  expect((await claim(friend, token)).status).toBe(200)
})

test('the giver may own it, may give it to several people, and sends it again to another address: the old link dies', async () => {
  const [giver, friend] = [await site.createStudent(), await site.createStudent()]
  await site.enroll(giver, course)
  const [first, second] = [receiver(), receiver()]
  await give(giver, second)
  const { transactionId } = await give(giver, first)
  const [old = ''] = await tokensTo(first.email)
  const corrected = receiver()
  const sent = await site.call('POST', `/my-transaction/${transactionId}/gift`, {
    token: giver.token,
    body: { email: corrected.email },
  })
  expect([sent.status, sent.body.data.gift.email]).toEqual([200, corrected.email])
  expect([(await site.call('GET', `/gifts/${old}`)).status, (await claim(friend, old)).status]).toEqual([404, 404])
  const [token = ''] = await tokensTo(corrected.email)
  expect((await claim(friend, token)).status).toBe(200)
  expect(
    (await site.call('POST', `/my-transaction/${transactionId}/gift`, { token: giver.token, body: {} })).status,
  ).toBe(409)
  expect(
    (await site.call('POST', `/my-transaction/${transactionId}/gift`, { token: friend.token, body: {} })).status,
  ).toBe(404)
})

test('a gift for a later day is sent on that day in western Indonesian time, once', async () => {
  const giver = await site.createStudent()
  const gift = receiver()
  const sendOn = new Date(site.clock.now().getTime() + 2 * dayMs).toISOString().slice(0, 10)
  await give(giver, { ...gift, sendOn })
  await site.runDue('commerce')
  expect(await tokensTo(gift.email)).toEqual([])
  site.clock.advance(2 * dayMs)
  for (let times = 0; times < 2; times++) await site.runDue('commerce')
  expect(await tokensTo(gift.email)).toHaveLength(1)
})

test('the receiver of a gift that waits for its day is corrected without sending it early', async () => {
  const giver = await site.createStudent()
  const sendOn = jakartaDay(new Date(site.clock.now().getTime() + 3 * dayMs))
  const { transactionId } = await give(giver, { ...receiver(), sendOn })
  const { email, name } = { ...receiver(), name: 'Rani' }
  const body = { email, name }
  const corrected = await site.call('POST', `/my-transaction/${transactionId}/gift`, { token: giver.token, body })
  expect([corrected.status, corrected.body.data.gift]).toEqual([
    200,
    { email, name, sendOn, sentAt: null, claimedAt: null },
  ])
  await site.runDue('commerce')
  expect(await tokensTo(email)).toEqual([])
  site.clock.advance(3 * dayMs)
  await site.runDue('commerce')
  expect(await tokensTo(email)).toHaveLength(1)
})

test('a claimed or refunded gift says why it is not sent again, however often that is tried', async () => {
  const [giver, friend, admin] = [await site.createStudent(), await site.createStudent(), await site.createAdmin()]
  const again = async (id: string) =>
    (await site.call('POST', `/my-transaction/${id}/gift`, { token: giver.token, body: {} })).body.code
  const [taken, back] = [receiver(), receiver()]
  const claimed = await give(giver, taken)
  await claim(friend, (await tokensTo(taken.email))[0] ?? '')
  const refunded = await give(giver, back)
  await site.stepUp(admin)
  await site.call('POST', `/admin/transactions/${refunded.transactionId}/refund`, {
    token: admin.token,
    body: { reason: 'Diminta pembeli' },
  })
  for (let times = 0; times < 6; times++)
    expect([await again(claimed.transactionId), await again(refunded.transactionId)]).toEqual([
      'already-claimed',
      'not-sendable',
    ])
})

test('is refunded only while it is unclaimed; a refunded gift cannot be claimed', async () => {
  const [giver, friend, admin] = [await site.createStudent(), await site.createStudent(), await site.createAdmin()]
  const refund = async (transactionId: string) => {
    await site.stepUp(admin)
    return site.call('POST', `/admin/transactions/${transactionId}/refund`, {
      token: admin.token,
      body: { reason: 'Diminta pembeli' },
    })
  }
  const [taken, open] = [receiver(), receiver()]
  const first = await give(giver, taken)
  await claim(friend, (await tokensTo(taken.email))[0] ?? '')
  expect([(await refund(first.transactionId)).status, await owns(friend)]).toEqual([409, true])
  const second = await give(giver, open)
  const [token = ''] = await tokensTo(open.email)
  expect((await refund(second.transactionId)).status).toBe(200)
  const late = await site.createStudent()
  expect([(await claim(late, token)).status, await owns(late)]).toEqual([409, false])
  expect((await site.call('GET', `/gifts/${token}`)).body.data.state).toBe('refunded')
})

test('what the giver is mailed never calls the gift theirs: it names the receiver and the day, and after a refund the ended link', async () => {
  const [giver, admin] = [await site.createStudent(), await site.createAdmin()]
  const lastMail = async () => (await site.mailsTo(giver.email)).at(-1)?.text ?? ''
  const sendOn = jakartaDay(new Date(site.clock.now().getTime() + 3 * dayMs))
  await give(giver, { ...receiver(), sendOn })
  expect(await lastMail()).toContain(`Hadiahmu untuk Rina, kelas Kelas Hadiah, kami kirim pada ${formatDate(sendOn)}.`)
  const { transactionId } = await give(giver, receiver())
  const today = formatDate(site.clock.now().toISOString())
  expect(await lastMail()).toContain(`Hadiahmu untuk Rina, kelas Kelas Hadiah, sudah kami kirim pada ${today}.`)

  await site.stepUp(admin)
  const body = { reason: 'Diminta pembeli' }
  await site.call('POST', `/admin/transactions/${transactionId}/refund`, { token: admin.token, body })
  await site.sandbox.idle()
  expect(await lastMail()).toContain('tautan hadiahnya tidak berlaku lagi')
  expect((await site.call('POST', `/my-transaction/${transactionId}/receipt`, { token: giver.token })).status).toBe(200)
  expect(await lastMail()).toContain('Statusnya sekarang: Dana dikembalikan.')
  for (const { text } of await site.mailsTo(giver.email)) {
    expect(text).not.toContain('milikmu')
    expect(text).not.toContain('aksesnya')
  }
})

test('what was refunded of a gift before it is claimed is neither shown nor given', async () => {
  const [giver, friend, admin] = [await site.createStudent(), await site.createStudent(), await site.createAdmin()]
  const other = await site.createCourse({ title: 'Kelas Dikembalikan', price: 80_000 })
  const gift = receiver()
  const { transactionId } = await buy(site, giver, { items: [{ courseId: course.id }, { courseId: other.id }], gift })
  const { items } = await transaction(giver, transactionId)
  const returned = items.find(({ title }: { title: string }) => title === 'Kelas Dikembalikan')
  await site.stepUp(admin)
  const { status } = await site.call('POST', `/admin/transactions/${transactionId}/refund`, {
    token: admin.token,
    body: { reason: 'Salah pilih kelas', lineIds: [returned.lineId] },
  })
  expect(status).toBe(200)
  const [token = ''] = await tokensTo(gift.email)
  const opened = (await site.call('GET', `/gifts/${token}`)).body.data
  expect([opened.state, opened.items.map(({ title }: { title: string }) => title)]).toEqual(['open', ['Kelas Hadiah']])
  expect((await claim(friend, token)).status).toBe(200)
  expect([await owns(friend), await site.app.modules.learning.isEnrolled(friend.id, other.id)]).toEqual([true, false])
})

test('the account whose proven mailbox a gift is sent to is told of the link that works, and of no other', async () => {
  const [giver, rina, admin] = [await site.createStudent(), await site.createStudent(), await site.createAdmin()]
  const prove = (provenAt: Date | null) =>
    site.database.query.execute(sql`update users set email_verified_at = ${provenAt} where id = ${rina.id}`)
  const links = async (): Promise<string[]> => {
    const { data } = (await site.call('GET', '/me/notifications', { token: rina.token })).body
    const told = data.filter(({ kind }: { kind: string }) => kind === 'gift')
    return told.map(({ title, url }: { title: string; url: string }) => `${title} ${url}`)
  }
  const tellsLast = async () => [`Hadiah untukmu: Kelas Hadiah /hadiah/${(await tokensTo(rina.email)).at(-1)}`]
  const again = async (id: string, body: object = {}) =>
    (await site.call('POST', `/my-transaction/${id}/gift`, { token: giver.token, body })).status

  await prove(null)
  const { transactionId } = await give(giver, { email: rina.email, name: 'Rina' })
  expect(await links()).toEqual([])
  await prove(site.clock.now())
  for (let times = 0; times < 2; times++) {
    expect(await again(transactionId)).toBe(200)
    expect(await links()).toEqual(await tellsLast())
  }
  expect(await again(transactionId, { email: receiver().email })).toBe(200)
  expect(await links()).toEqual([])

  const returned = await give(giver, { email: rina.email, name: 'Rina' })
  expect(await links()).toEqual(await tellsLast())
  await site.stepUp(admin)
  const body = { reason: 'Diminta pembeli' }
  const path = `/admin/transactions/${returned.transactionId}/refund`
  expect((await site.call('POST', path, { token: admin.token, body })).status).toBe(200)
  expect(await links()).toEqual([])
})

test('rejects a gift to oneself, without a valid address, of something free and for a day that is over', async () => {
  const giver = await site.createStudent()
  const free = await site.createCourse({ price: 0 })
  const attempt = async (gift: unknown, courseId = course.id) => {
    const { status, body } = await site.call('POST', '/checkout', { token: giver.token, body: { courseId, gift } })
    return [status, Object.keys(body.errors ?? body.data?.errors ?? {})]
  }
  expect(await attempt({ email: giver.email.toUpperCase(), name: 'Aku' })).toEqual([422, ['gift.email']])
  expect((await attempt({ email: 'bukan-email', name: 'Rina' }))[0]).toBe(422)
  expect((await attempt({ email: 'rina@contoh.id', name: '' }))[0]).toBe(422)
  expect((await attempt(receiver(), free.id))[0]).toBe(422)
  expect((await attempt({ ...receiver(), sendOn: '2020-01-01' }))[0]).toBe(422)
})

test('only paid gifts wait for their day, and none whose money went back or that was sent', async () => {
  const admin = await site.createAdmin()
  const waiting = async ({ email }: { email: string }) =>
    (await site.database.query.execute(sql`select 1 from gifts where email = ${email} and ready_at is not null`)).rows
      .length
  const sendOn = jakartaDay(new Date(site.clock.now().getTime() + dayMs))
  const [unpaid, refunded, sent] = [receiver(), receiver(), receiver()].map((gift) => ({ ...gift, sendOn }))
  if (!unpaid || !refunded || !sent) throw new Error('A receiver is missing')
  const giver = await site.createStudent()
  const order = { courseId: course.id, gift: unpaid }
  expect((await site.call('POST', '/checkout', { token: giver.token, body: order })).status).toBe(200)
  const { transactionId } = await give(giver, refunded)
  await give(giver, sent)
  expect([await waiting(unpaid), await waiting(refunded), await waiting(sent)]).toEqual([0, 1, 1])
  const path = `/admin/transactions/${transactionId}/refund`
  expect((await site.call('POST', path, { token: admin.token, body: { reason: 'Permintaan' } })).status).toBe(200)
  site.clock.advance(dayMs)
  await site.runDue('commerce')
  expect([await waiting(refunded), await waiting(sent)]).toEqual([0, 0])
  expect([(await tokensTo(refunded.email)).length, (await tokensTo(sent.email)).length]).toEqual([0, 1])
})

test('a gift whose refund is on its way is neither sent on its day, nor sent again, nor open to who has its link', async () => {
  const [giver, admin] = [await site.createStudent(), await site.createAdmin()]
  const [planned, sent] = [receiver(), receiver()]
  const sendOn = jakartaDay(new Date(site.clock.now().getTime() + dayMs))
  const given = [await give(giver, { ...planned, sendOn }), await give(giver, sent)]
  await site.stepUp(admin)
  for (const { orderId, transactionId } of given) {
    site.sandbox.setChaos({ statusFailure: '503' }, orderId)
    const path = `/admin/transactions/${transactionId}/refund`
    expect((await site.call('POST', path, { token: admin.token, body: { reason: 'Permintaan' } })).status).toBe(200)
    expect(await transaction(giver, transactionId)).toMatchObject({ state: 'paid', refunded: 0 })
  }
  const [token = ''] = await tokensTo(sent.email)
  expect((await site.call('GET', `/gifts/${token}`)).body.data.state).toBe('refunded')
  site.clock.advance(dayMs)
  await site.runDue('commerce')
  expect(await tokensTo(planned.email)).toEqual([])
  const again = await site.call('POST', `/my-transaction/${given[1]?.transactionId}/gift`, {
    token: giver.token,
    body: {},
  })
  expect([again.status, again.body.code]).toEqual([409, 'not-sendable'])
  site.sandbox.clearChaos()
  site.clock.advance(hourMs)
  await site.runDue('commerce')
  expect((await transaction(giver, given[0]?.transactionId ?? '')).state).toBe('refunded')
})

describe('of a deleted account', () => {
  const remove = ({ token, email }: SignedIn) => site.call('POST', '/me/deletion', { token, body: { email, password } })
  const holds = async (text: string): Promise<boolean> => {
    const { rows } = await site.database.query.execute(
      sql`select 1 from transactions full join gifts on true where strpos(to_jsonb(transactions)::text || to_jsonb(gifts)::text, ${text}) > 0 limit 1`,
    )
    return rows.length > 0
  }

  test('the receiver of a gift that is claimed after its giver was deleted is erased with the claim, and nobody is told', async () => {
    const [giver, friend] = [await site.createStudent(), await site.createStudent()]
    const gift = receiver()
    await give(giver, gift)
    const [token = ''] = await tokensTo(gift.email)
    expect((await remove(giver)).status).toBe(200)
    expect((await claim(friend, token)).status).toBe(200)
    expect([await owns(friend), await holds(gift.email)]).toEqual([true, false])
    const { rows } = await site.database.query.execute(sql`select 1 from notifications where user_id = ${giver.id}`)
    expect(rows).toEqual([])
  })

  test('nobody is left in a gift that its giver had not paid, or whose money went back before or after', async () => {
    const admin = await site.createAdmin()
    const refund = async (transactionId: string) => {
      const path = `/admin/transactions/${transactionId}/refund`
      expect((await site.call('POST', path, { token: admin.token, body: { reason: 'Permintaan' } })).status).toBe(200)
    }
    const [unpaid, before, after] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
    const [ofUnpaid, ofBefore, ofAfter] = [receiver(), receiver(), receiver()]
    const opened = { courseId: course.id, gift: ofUnpaid }
    expect((await site.call('POST', '/checkout', { token: unpaid.token, body: opened })).status).toBe(200)
    await refund((await give(before, ofBefore)).transactionId)
    const { transactionId } = await give(after, ofAfter)
    for (const giver of [unpaid, before, after]) expect((await remove(giver)).status).toBe(200)
    expect([await holds(ofUnpaid.email), await holds(ofBefore.email), await holds(ofAfter.email)]).toEqual([
      false,
      false,
      true,
    ])
    await refund(transactionId)
    expect(await holds(ofAfter.email)).toBe(false)
  })

  test('the account of a giver goes while staff check the payments of two gifts; they are erased with the decision', async () => {
    const [giver, admin] = [await site.createStudent(), await site.createAdmin()]
    const gifts = [receiver(), receiver()]
    const orders = []
    for (const gift of gifts) {
      const order = await openOrder(site, giver, { courseId: course.id, gift })
      site.sandbox.pay(order.orderId, '4511111111111117')
      await site.sandbox.idle()
      orders.push(order)
    }
    const stateOf = async (id: string) =>
      (await site.call('GET', `/admin/transactions/${id}`, { token: admin.token })).body.data.state
    expect(await Promise.all(orders.map(({ transactionId }) => stateOf(transactionId)))).toEqual(['review', 'review'])
    expect((await remove(giver)).status).toBe(200)
    for (const { transactionId } of orders) {
      const path = `/admin/transactions/${transactionId}/refund`
      expect((await site.call('POST', path, { token: admin.token, body: { reason: 'Dicurigai' } })).status).toBe(200)
    }
    for (const { email } of gifts) expect([email, await holds(email)]).toEqual([email, false])
  })

  test('who received a gift is erased from the purchase of who gave it', async () => {
    const [giver, friend] = [await site.createStudent(), await site.createStudent()]
    const gift = receiver()
    const { transactionId } = await give(giver, gift)
    await claim(friend, (await tokensTo(gift.email))[0] ?? '')
    expect(await holds(gift.email)).toBe(true)
    expect((await remove(friend)).status).toBe(200)
    expect([await holds(gift.email), (await transaction(giver, transactionId)).status]).toEqual([false, 'success'])
  })
})

test('a mailbox gets ten gifts an hour from strangers, without a word that they chose; the others wait for their turn', async () => {
  const [giver, another, rina] = [
    await site.createStudent('Menang 10jt buka contoh id'),
    await site.createStudent('Menang lagi buka contoh id'),
    await site.createStudent(),
  ]
  const gift = receiver()
  for (let count = 0; count < 12; count++) {
    const { id: courseId } = await site.createCourse({ title: 'Klik contoh id', price: 50_000 })
    await buy(site, count < 9 ? giver : another, { courseId, gift })
  }
  const mails = await site.mailsTo(gift.email)
  expect(mails).toHaveLength(10)
  for (const { subject, text, html } of mails) {
    expect(subject).toBe('Ada hadiah untukmu')
    expect(text + html).not.toMatch(/Menang|Klik/)
  }
  const [{ _id: waiting }] = (await site.call('GET', '/my-transaction', { token: another.token })).body.data
  const again = await site.call('POST', `/my-transaction/${waiting}/gift`, { token: another.token, body: {} })
  expect([again.status, again.body.message]).toEqual([200, expect.stringContaining('dikirim sebentar lagi')])
  site.clock.advance(hourMs / 10 + 1_000)
  await site.runDue('commerce')
  expect(await site.mailsTo(gift.email)).toHaveLength(11)

  // Whoever opened a gift of the giver knows them.
  const token = /\/hadiah\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  expect((await claim(rina, token)).status).toBe(200)
  const { id: courseId } = await site.createCourse({ title: 'Kelas Kedua', price: 50_000 })
  await buy(site, giver, { courseId, gift })
  expect((await site.mailsTo(gift.email)).at(-1)?.subject).toBe('Menang 10jt buka contoh id mengirimimu hadiah')
})
