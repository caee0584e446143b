import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, publicUrl, type TestSite } from '#testing/test-site.ts'
import { verifyTokenOf } from '#server/platform/outgoing/index.ts'
import type { Notice } from '#server/notifications/kinds.ts'

let site: TestSite
let me: SignedIn
let number: string
let numbers = 0
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await change({ enabled: true, dailyPerPerson: 10, dailyTotal: 1000 })
  me = await site.createStudent()
  number = nextNumber()
})

const nextNumber = (end = '5') => `62812${String((numbers += 1)).padStart(8 - end.length, '0')}${end}`
async function change(patch: object) {
  // Sessions of staff end while tests move the clock.
  const admin = await site.createAdmin()
  const { updatedAt: _, ...shown } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
  const { status } = await site.call('PUT', '/admin/settings', {
    token: admin.token,
    body: { ...shown, whatsapp: { ...shown.whatsapp, ...patch } },
  })
  expect(status).toBe(200)
}
const call = (method: string, path: string, body?: object, who = me) =>
  site.call(method, `/me/whatsapp${path}`, { token: who.token, ...(body ? { body } : {}) })
async function deliver() {
  await site.app.jobs.run('whatsapp')
  await site.whatsApp.idle()
}
const messagesTo = (to: string) => site.whatsApp.messages().filter((message) => message.to === to)
async function codeFor(to: string) {
  await deliver()
  return /\d{6}/.exec(messagesTo(to).at(-1)?.text ?? '')?.[0] ?? ''
}
async function confirm(who = me, to = number) {
  expect((await call('POST', '', { number: `+${to}` }, who)).status).toBe(200)
  const confirmed = await call('POST', '/confirm', { code: await codeFor(to) }, who)
  expect(confirmed.body.data.number).toBe(`+${to}`)
}
const choose = (kinds: object, who = me) =>
  site.call('PUT', '/me/notification-settings', { token: who.token, body: { kinds } })
const answered = (title: string, userId = me.id): Notice => ({
  kind: 'answer',
  userId,
  data: {
    courseId: crypto.randomUUID(),
    courseTitle: 'HTML',
    questionId: crypto.randomUUID(),
    title,
    byStaff: true,
    excerpt: 'Begini caranya.',
  },
})
const tell = (...notices: Notice[]) =>
  site.database.transaction((tx) => site.app.modules.notifications.notify(tx, ...notices))
const subjects = async (who = me) => (await site.mailsTo(who.email)).map(({ subject }) => subject)
const webhook = (body: string, signature: string | null) =>
  site.app.fetch(
    new Request(`${publicUrl}/api/whatsapp/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(signature ? { 'x-hub-signature-256': signature } : {}) },
    }),
  )
const sign = (body: string, secret = site.whatsApp.keys.appSecret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

describe('a number', () => {
  test('is the person’s once the code that was sent to it was typed', async () => {
    const started = await call('POST', '', { number: '0812-0000-7771' })
    expect(started.body.data).toMatchObject({ isOffered: true, number: null, pending: { number: '+6281200007771' } })
    const code = await codeFor('6281200007771')
    const wrong = await call('POST', '/confirm', { code: code === '000000' ? '000001' : '000000' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']])
    expect((await call('POST', '/confirm', { code })).body.data).toEqual({
      isOffered: true,
      number: '+6281200007771',
      pending: null,
    })
    expect((await call('GET', '')).body.data.number).toBe('+6281200007771')
    expect((await call('POST', '/confirm', { code })).status).toBe(422)
  })

  test.each([
    ['81234500001', '+6281234500001'],
    ['+62 0812 3450 0002', '+6281234500002'],
    ['\u202A+62 812‑3450‑0003\u202C', '+6281234500003'],
    ['٠٨١٢٣٤٥٠٠٠٠٤', '+6281234500004'],
    ['+65 9123 4567', '+6591234567'],
  ])('is read however it was copied: %j is %s', async (typed, read) => {
    const { body } = await call('POST', '', { number: typed }, await site.createStudent())
    expect(body.data.pending.number).toBe(read)
  })

  test.each([
    '',
    '12',
    '0812',
    '+0812345678',
    'nomor saya',
    '+62 812 3456 7890 1234 5678',
    '081234567890<script>',
    '021 555 1234',
    '+62 812 345',
    7,
  ])('that is none is refused: %j', async (typed) => {
    const { status, body } = await call('POST', '', { number: typed })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['number']])
  })

  test('is guessed at most five times a code, also at the same moment, and fifteen times a day', async () => {
    await call('POST', '', { number })
    const code = await codeFor(number)
    const other = code === '111111' ? '222222' : '111111'
    await Promise.all(Array.from({ length: 5 }, () => call('POST', '/confirm', { code: other })))
    expect((await call('POST', '/confirm', { code })).body.errors.code).toContain('Minta kode baru')
    for (let tries = 6; tries < 15; tries++) await call('POST', '/confirm', { code: other })
    expect((await call('POST', '/confirm', { code })).status).toBe(429)
  })

  test('gets at most three codes a day of one person, and one of somebody else still; the code before is worth nothing, and none after ten minutes', async () => {
    await call('POST', '', { number })
    const first = await codeFor(number)
    await call('POST', '', { number })
    const second = await codeFor(number)
    if (first !== second) expect((await call('POST', '/confirm', { code: first })).status).toBe(422)
    site.clock.advance(10 * minuteMs + 1)
    expect((await call('POST', '/confirm', { code: second })).status).toBe(422)
    await call('POST', '', { number })
    const { status, headers, body } = await call('POST', '', { number })
    expect([status, headers.get('retry-after')]).toEqual([429, expect.anything()])
    expect(body.message).toMatch(/^Paling banyak 3 kode sehari .* Coba lagi sekitar 8 jam lagi\.$/)
    expect((await call('POST', '', { number }, await site.createStudent())).status).toBe(200)
  })

  test('is one person’s: who proves it later has it, and what waits for the one before is not sent there', async () => {
    const before = await site.createStudent()
    await confirm(before)
    await choose({ answer: { whatsapp: true } }, before)
    await tell(answered('Untuk yang dulu', before.id))
    await call('POST', '', { number })
    await site.app.jobs.run('whatsapp')
    await confirm()
    expect((await call('GET', '', undefined, before)).body.data.number).toBe(null)
    await tell(answered('Masih untuk yang dulu', before.id))
    await deliver()
    expect(messagesTo(number).filter(({ text }) => text.includes('Masih'))).toEqual([])
  })

  test('is removed with what waits for it', async () => {
    await confirm()
    await choose({ answer: { whatsapp: true } })
    await tell(answered('Terlambat'))
    expect((await call('DELETE', '')).body.data.number).toBe(null)
    await deliver()
    expect(messagesTo(number)).toHaveLength(1)
  })
})

describe('a notification', () => {
  beforeEach(async () => {
    await confirm()
    await choose({ answer: { whatsapp: true, mail: false } })
  })
  const told = () => messagesTo(number).slice(1)

  test('arrives as a template with its link, and its delivery is noted', async () => {
    await tell(answered('Kenapa div?'))
    await deliver()
    expect(told()).toMatchObject([
      {
        type: 'template',
        text: expect.stringContaining('Kenapa div?'),
        button: { url: expect.stringMatching(/^http:\/\/cendaki\.test\/tanya\//) },
      },
    ])
    site.whatsApp.read(told()[0]?.id ?? '')
    await site.whatsApp.idle()
    const exported = (await site.call('GET', '/me/export', { token: me.token })).body
    expect(JSON.stringify(exported)).toContain('"state":"read"')
    expect(await subjects()).toEqual([])
  })

  test('is sent once by several processes', async () => {
    await tell(answered('Sekali'))
    await Promise.all(Array.from({ length: 5 }, () => site.app.jobs.run('whatsapp')))
    expect(told()).toHaveLength(1)
  })

  test('is not sent, nor mailed instead, once what it tells of was taken back', async () => {
    const subjectId = crypto.randomUUID()
    const withdraw = () => site.database.transaction((tx) => site.app.modules.notifications.withdraw(tx, subjectId))
    await tell({ ...answered('Dihapus'), subjectId })
    await withdraw()
    await deliver()
    expect(told()).toEqual([])
    site.whatsApp.failNext(131000, { status: 500 })
    await tell({ ...answered('Dihapus'), subjectId })
    await deliver()
    await withdraw()
    site.clock.advance(25 * hourMs)
    await deliver()
    expect([told(), await subjects()]).toEqual([[], []])
  })

  test('that waits for an account that was disabled meanwhile is not sent, nor mailed instead', async () => {
    const disable = async (disabled: boolean) => {
      const { token } = await site.createAdmin()
      await site.call('PUT', `/admin/students/${me.id}/access`, { token, body: { disabled } })
    }
    await tell(answered('Sebelumnya'))
    await disable(true)
    await tell(answered('Selama itu'))
    await deliver()
    await disable(false)
    await tell(answered('Sesudahnya'))
    await disable(true)
    await change({ enabled: false })
    await deliver()
    expect([told(), await subjects()]).toEqual([[], []])
  })

  test.each([true, false])('of what is over is not sent, nor mailed instead (in the digest: %s)', async (digest) => {
    const course = await site.createCourse({ price: 100_000 })
    await site.call('PUT', `/me/wishlist/course/${course.id}`, { token: me.token })
    await choose({ 'wish-sale': { whatsapp: true, digest } })
    const cheaper = (priceIdr: number): Notice => ({
      kind: 'wish-sale',
      userId: me.id,
      data: { title: `Kelas ${priceIdr}`, url: `/kelas/details/${course.id}`, priceIdr },
    })
    await tell(cheaper(90_000), cheaper(100_000))
    await deliver()
    expect(told()).toMatchObject([{ text: expect.stringContaining('Kelas 100000') }])
    await tell(cheaper(90_000))
    await change({ enabled: false })
    await deliver()
    expect([told().length, await subjects()]).toEqual([1, []])
  })

  test('is written freely within 24 hours of the person’s own message, and as a template after', async () => {
    site.whatsApp.write(number, 'Halo')
    await site.whatsApp.idle()
    await tell(answered('Segera'))
    await deliver()
    site.clock.advance(24 * hourMs + 1)
    await tell(answered('Besok'))
    await deliver()
    expect(told().map(({ type }) => type)).toEqual(['text', 'template'])
    expect(told()[0]?.text).toContain('http://cendaki.test/tanya/')
  })

  test.each([
    ['an error that passes', 130429, 429],
    ['a server that fails', 131000, 500],
  ])('is sent later after %s', async (_, code, status) => {
    site.whatsApp.failNext(code, { status })
    await tell(answered('Nanti'))
    await deliver()
    expect(told()).toEqual([])
    site.clock.advance(minuteMs)
    await deliver()
    expect(told()).toHaveLength(1)
    expect(await subjects()).toEqual([])
  })

  test('is mailed once when it is refused, when retries end, and when it does not arrive', async () => {
    site.whatsApp.failNext(132001, { status: 404 })
    await tell(answered('Ditolak'))
    await deliver()
    expect(await subjects()).toEqual(['Instruktur menjawab: Ditolak'])
    await tell(answered('Macet'))
    for (let attempt = 0; attempt < 5; attempt++) {
      site.whatsApp.failNext(131000, { status: 500 })
      await deliver()
      site.clock.advance(hourMs)
    }
    expect(await subjects()).toEqual(['Instruktur menjawab: Ditolak', 'Instruktur menjawab: Macet'])
    const unreachable = nextNumber('0002')
    await confirm(me, unreachable)
    await tell(answered('Tidak sampai'))
    await deliver()
    expect(messagesTo(unreachable).at(-1)?.state).toBe('failed')
    expect((await subjects()).slice(2)).toEqual(['Instruktur menjawab: Tidak sampai'])
  })

  test('whose report is faster than the answer to its sending is mailed or not as the report says, and is not sent again', async () => {
    site.whatsApp.answerLate()
    await tell(answered('Cepat sampai'))
    await deliver()
    const unreachable = nextNumber('0002')
    await confirm(me, unreachable)
    site.whatsApp.answerLate()
    await tell(answered('Cepat gagal'))
    await deliver()
    site.clock.advance(hourMs)
    await deliver()
    expect(messagesTo(number).filter(({ text }) => text.includes('Cepat sampai'))).toHaveLength(1)
    expect(messagesTo(unreachable).filter(({ text }) => text.includes('Cepat gagal'))).toHaveLength(1)
    expect(await subjects()).toEqual(['Instruktur menjawab: Cepat gagal'])
  })

  test('that was delivered is not mailed when a failure is told later, twice and out of order', async () => {
    await tell(answered('Sampai'))
    await deliver()
    const id = told()[0]?.id
    const report = (status: string, errors?: object[]) => {
      const value = {
        metadata: { phone_number_id: site.whatsApp.keys.phoneNumberId },
        statuses: [{ id, status, timestamp: '1', ...(errors ? { errors } : {}) }],
      }
      const body = JSON.stringify({ entry: [{ changes: [{ field: 'messages', value }] }] })
      return webhook(body, sign(body))
    }
    const failure = () => report('failed', [{ code: 131026, title: 'x' }])
    await Promise.all([failure(), report('sent'), failure()])
    expect(await subjects()).toEqual([])
  })

  test('beyond the limit of a day, of a person or of the site, is mailed instead, exactly', async () => {
    await change({ dailyPerPerson: 3 })
    await tell(...['A', 'B', 'C', 'D'].map((title) => answered(title)))
    await Promise.all(Array.from({ length: 4 }, () => site.app.jobs.run('whatsapp')))
    // The code was the first of the three.
    expect(told()).toHaveLength(2)
    expect(await subjects()).toHaveLength(2)
    await change({ dailyTotal: 0 })
    await tell(answered('E'))
    await deliver()
    expect(await subjects()).toHaveLength(3)
  })

  test('is not mailed a second time where the mail is sent anyway', async () => {
    await choose({ answer: { whatsapp: true, mail: true } })
    site.whatsApp.failNext(131026)
    await tell(answered('Dua jalur'))
    await deliver()
    expect(await subjects()).toEqual(['Instruktur menjawab: Dua jalur'])
  })

  test('is not sent to who wrote “berhenti”, nor is what waited before', async () => {
    await tell(answered('Menunggu'))
    site.whatsApp.write(number, ' Berhenti ya')
    await site.whatsApp.idle()
    await tell(answered('Diam'))
    await deliver()
    expect(told()).toEqual([])
    expect((await call('GET', '')).body.data.number).toBe(null)
  })
})

test('never is the only way: a kind that is told nowhere else is refused', async () => {
  const { status, body } = await choose({ answer: { app: false, mail: false, digest: false, whatsapp: true } })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['kinds.answer.whatsapp']])
})

test('what was noted while the clock was a day ahead is sent once it was set back', async () => {
  await confirm()
  await choose({ answer: { whatsapp: true } })
  site.clock.advance(dayMs)
  await tell(answered('Besok'))
  site.clock.advance(-dayMs)
  await deliver()
  expect(messagesTo(number)).toHaveLength(2)
})

test('what waits when it is switched off is mailed then, and not sent once it is on again', async () => {
  await confirm()
  await choose({ answer: { mail: false, whatsapp: true } })
  await tell(answered('Menunggu'))
  await change({ enabled: false })
  await deliver()
  expect(await subjects()).toEqual(['Instruktur menjawab: Menunggu'])
  await change({ enabled: true })
  await deliver()
  expect(messagesTo(number)).toHaveLength(1)
})

test('switched off, nothing is offered, asked for or sent', async () => {
  await confirm()
  await choose({ answer: { whatsapp: true } })
  await change({ enabled: false })
  await tell(answered('Mati'))
  await deliver()
  expect(messagesTo(number)).toHaveLength(1)
  expect((await call('GET', '')).body.data.isOffered).toBe(false)
  expect(await call('POST', '', { number })).toMatchObject({ status: 409, body: { code: 'whatsapp-off' } })
})

describe('the webhook', () => {
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })

  test('answers the handshake of Meta with the token that the doctor shows', async () => {
    const ask = (token: string) =>
      site.call('GET', `/whatsapp/webhook?hub.mode=subscribe&hub.challenge=12345&hub.verify_token=${token}`)
    expect(await ask(verifyTokenOf(site.whatsApp.keys.appSecret))).toMatchObject({ status: 200, body: '12345' })
    expect((await ask('salah')).status).toBe(403)
  })

  test('refuses what Meta did not sign', async () => {
    for (const signature of [null, '', 'sha256=', `sha256=${'0'.repeat(64)}`, sign(body, 'other'), sign(`${body} `)]) {
      expect((await webhook(body, signature)).status).toBe(401)
    }
    expect((await webhook(body, sign(body))).status).toBe(200)
  })

  test('survives whatever is signed', async () => {
    const change = (value: unknown) => ({ entry: [{ changes: [{ field: 'messages', value }] }] })
    const metadata = { phone_number_id: site.whatsApp.keys.phoneNumberId }
    const odd = [
      null,
      [],
      'x',
      change(null),
      change({ metadata }),
      change({ metadata, statuses: [{ id: 'x', status: 'warming' }] }),
      change({ metadata, statuses: [{ id: '\0', status: 'read' }] }),
      change({ metadata, messages: [{ from: '\0', timestamp: '99999999999', text: { body: '\0' } }] }),
      change({ metadata: { phone_number_id: 'of another' }, messages: [{ from: '1', timestamp: '1' }] }),
    ]
    for (const one of odd) {
      const text = JSON.stringify(one)
      expect((await webhook(text, sign(text))).status, text).toBeLessThan(500)
    }
    const large = ' '.repeat(600_000)
    expect((await webhook(large, sign(large))).status).toBe(413)
  })
})
