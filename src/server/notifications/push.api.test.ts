import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { startPushService, type PushService } from '#testing/push-service.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { hashToken } from '#server/identity/sign-in/hash-token.ts'
import type { Notice } from './kinds.ts'

let site: TestSite
let service: PushService
let me: SignedIn
beforeAll(async () => {
  service = await startPushService()
  site = await startTestSite({
    webhookNetwork: { allowPrivate: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  })
})
afterAll(async () => {
  await site.close()
  await service.close()
})
beforeEach(async () => {
  me = await site.createStudent()
  await choose(me)
})

const choose = (who: SignedIn) =>
  site.call('PUT', '/me/notification-settings', {
    token: who.token,
    body: { kinds: { answer: { push: true, mail: false } } },
  })
type Browser = ReturnType<PushService['subscribe']>
const add = ({ endpoint, keys }: Pick<Browser, 'endpoint' | 'keys'>, who = me) =>
  site.call('POST', '/me/push', { token: who.token, body: { endpoint, keys } })
const devices = async (who = me) => (await site.call('GET', '/me/push', { token: who.token })).body.data.devices
const answered = (title: string, userId = me.id): Notice => ({
  kind: 'answer',
  userId,
  data: {
    courseId: crypto.randomUUID(),
    courseTitle: 'HTML',
    questionId: '00000000-0000-7000-8000-000000000001',
    title,
    byStaff: true,
    excerpt: 'Begini.',
  },
})
const tell = (...notices: Notice[]) =>
  site.database.transaction((tx) => site.app.modules.notifications.notify(tx, ...notices))
const deliver = () => site.app.jobs.run('push')
const titles = ({ received }: Browser) => received.map((message) => (message as { title: string }).title)

test('a message arrives at each browser of the person, encrypted for it and signed by the site, with the page that it tells about', async () => {
  const [phone, computer, foreign] = [service.subscribe(), service.subscribe(), service.subscribe()]
  for (const browser of [phone, computer]) expect((await add(browser)).status).toBe(200)
  await add(foreign, await site.createStudent())
  await tell(answered('Kenapa div? 🙂'))
  await deliver()
  const expected = [
    {
      title: 'Instruktur menjawab: Kenapa div? 🙂',
      text: 'Begini.',
      url: '/tanya/00000000-0000-7000-8000-000000000001',
    },
  ]
  expect([phone.received, computer.received, foreign.received, service.failures]).toEqual([expected, expected, [], []])
})

test('the key of the site stays the same, and browsers subscribe with it', async () => {
  const keyOf = async (who: SignedIn) => (await site.call('GET', '/me/push', { token: who.token })).body.data.publicKey
  expect(await keyOf(me)).toBe(await keyOf(await site.createStudent()))
  expect(Buffer.from(await keyOf(me), 'base64url')).toHaveLength(65)
  await add(service.subscribe())
  await tell(answered('Kunci'))
  await deliver()
  expect(String(service.requests.at(-1)?.headers['authorization'])).toContain(`k=${await keyOf(me)}`)
})

test('is sent although the clock was a day ahead when it was noted, and was set back', async () => {
  const browser = service.subscribe()
  await add(browser)
  site.clock.advance(dayMs)
  await tell(answered('Besok'))
  site.clock.advance(-dayMs)
  await deliver()
  expect(titles(browser)).toHaveLength(1)
})

test('is sent once by several processes', async () => {
  const browser = service.subscribe()
  await add(browser)
  await tell(answered('Sekali'))
  await Promise.all(Array.from({ length: 5 }, deliver))
  expect(titles(browser)).toHaveLength(1)
})

test('is not sent once what it tells of was taken back', async () => {
  const browser = service.subscribe()
  await add(browser)
  const [kept, gone] = [crypto.randomUUID(), crypto.randomUUID()]
  await tell({ ...answered('Dihapus'), subjectId: gone }, { ...answered('Tetap'), subjectId: kept })
  await site.database.transaction((tx) => site.app.modules.notifications.withdraw(tx, gone))
  await deliver()
  expect(titles(browser)).toEqual(['Instruktur menjawab: Tetap'])
})

test('is not sent to an account that was disabled meanwhile', async () => {
  const browser = service.subscribe()
  await add(browser)
  // Its session has expired since, which leaves the browser.
  await site.database.query.execute(sql`update push_subscriptions set session_id = null where user_id = ${me.id}`)
  await tell(answered('Sebelumnya'))
  const { token } = await site.createAdmin()
  await site.call('PUT', `/admin/students/${me.id}/access`, { token, body: { disabled: true } })
  await tell(answered('Selama itu'))
  await deliver()
  expect(titles(browser)).toEqual([])
})

test.each([404, 410])('a browser that ended its subscription (%i) is forgotten', async (status) => {
  const [gone, other] = [service.subscribe(), service.subscribe()]
  await add(gone)
  await add(other)
  gone.respondWith(status)
  await tell(answered('Satu'))
  await deliver()
  expect([await devices(), titles(other)]).toEqual([[expect.anything()], ['Instruktur menjawab: Satu']])
})

test('is sent again while the push service fails, not after a day, and never when it refuses', async () => {
  const browser = service.subscribe()
  await add(browser)
  browser.respondWith(503)
  await tell(answered('Lagi'))
  await deliver()
  browser.respondWith(201)
  site.clock.advance(minuteMs)
  await deliver()
  expect(titles(browser)).toEqual(['Instruktur menjawab: Lagi'])
  await tell(answered('Basi'))
  site.clock.advance(dayMs + hourMs)
  await deliver()
  browser.respondWith(413)
  await tell(answered('Ditolak'))
  await deliver()
  browser.respondWith(201)
  site.clock.advance(hourMs)
  await deliver()
  expect(titles(browser)).toHaveLength(1)
})

describe('a subscription', () => {
  test('is stored once, belongs to who made it last, and is removed by its owner only', async () => {
    const browser = service.subscribe()
    const [{ body: first }, { body: again }] = [await add(browser), await add(browser)]
    expect(again.data._id).toBe(first.data._id)
    const other = await site.createStudent()
    const remove = (who: SignedIn) => site.call('DELETE', `/me/push/${first.data._id}`, { token: who.token })
    expect([(await remove(other)).status, (await devices()).length]).toEqual([200, 1])
    await add(browser, other)
    expect([await devices(), (await devices(other)).length]).toEqual([[], 1])
    await remove(other)
    expect(await devices(other)).toEqual([])
  })

  test('takes nothing along that waits for the person who had the browser before', async () => {
    const browser = service.subscribe()
    await add(browser)
    await tell(answered('Untuk yang pertama'))
    await add(browser, await site.createStudent())
    await deliver()
    expect(titles(browser)).toEqual([])
  })

  test('ends with the session that made it, by a sign-out or from another browser, but not when that expires', async () => {
    const signIn = async (): Promise<SignedIn> => {
      const { body } = await site.call('POST', '/sign-in', { body: { email: me.email, password } })
      return { ...me, token: body.data.token }
    }
    const [left, lost, expired, current] = [await signIn(), await signIn(), await signIn(), await signIn()]
    for (const who of [left, lost, expired, current]) await add(service.subscribe(), who)
    await site.call('POST', '/sign-out', { token: left.token })
    expect(await devices()).toHaveLength(3)
    await site.database.query.execute(
      sql`update sessions set expires_at = ${site.clock.now()} where token_hash = ${hashToken(expired.token)}`,
    )
    site.clock.advance(hourMs)
    await site.app.retention.purge('sessions')
    expect(await devices()).toHaveLength(3)
    await site.call('DELETE', '/me/sessions', { token: current.token })
    expect(await devices(current)).toHaveLength(2)
  })

  test('that is made again belongs to the session that makes it', async () => {
    const { body } = await site.call('POST', '/sign-in', { body: { email: me.email, password } })
    const browser = service.subscribe()
    await add(browser)
    await add(browser, { ...me, token: body.data.token })
    await site.call('POST', '/sign-out', { token: body.data.token })
    expect(await devices()).toEqual([])
  })

  test('beyond ten takes the place of the oldest', async () => {
    for (let count = 0; count < 12; count++) {
      site.clock.advance(1)
      await add(service.subscribe())
    }
    expect(await devices()).toHaveLength(10)
  })

  const { endpoint, keys } = {
    endpoint: 'https://push.example.com/x',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  }
  test.each([
    ['no address', { endpoint: 'x', keys }],
    ['another protocol', { endpoint: 'ftp://push.example.com', keys }],
    ['another port', { endpoint: 'https://push.example.com:22/x', keys }],
    ['a name and a password', { endpoint: 'https://user:pw@push.example.com/x', keys }],
    ['a name', { endpoint: 'https://user@push.example.com:443/x', keys }],
    ['a long address', { endpoint: `${endpoint}${'x'.repeat(1000)}`, keys }],
    ['a key that is no point of the curve', { endpoint, keys }],
    ['a short key', { endpoint, keys: { ...keys, p256dh: 'BA' } }],
    ['no keys', { endpoint }],
  ])('with %s is refused', async (_, body) =>
    expect((await site.call('POST', '/me/push', { token: me.token, body })).status).toBe(422),
  )

  test('at a private address is refused, also when its name leads there later', async () => {
    const guarded = await startTestSite({
      webhookNetwork: { allowPrivate: false, resolve: async () => [{ address: '10.0.0.1', family: 4 }] },
    })
    const who = await guarded.createStudent()
    const { keys: valid } = service.subscribe()
    for (const address of [
      'https://push.example.com/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'http://push.example.com/x',
      'https://[::1]/x',
    ]) {
      const { status, body } = await guarded.call('POST', '/me/push', {
        token: who.token,
        body: { endpoint: address, keys: valid },
      })
      expect([status, Object.keys(body.errors)], address).toEqual([422, ['endpoint']])
    }
    await guarded.close()
    let now = '93.184.216.34'
    const moving = await startTestSite({
      webhookNetwork: { allowPrivate: false, resolve: async () => [{ address: now, family: 4 }] },
    })
    const { id, token } = await moving.createStudent()
    expect(
      (await moving.call('POST', '/me/push', { token, body: { endpoint: 'https://push.example.com/x', keys: valid } }))
        .status,
    ).toBe(200)
    await moving.call('PUT', '/me/notification-settings', { token, body: { kinds: { answer: { push: true } } } })
    now = '10.0.0.1'
    await moving.database.transaction((tx) => moving.app.modules.notifications.notify(tx, answered('Dalam', id)))
    await moving.app.jobs.run('push')
    expect(moving.logged).toContainEqual(expect.objectContaining({ reason: 'blocked-address' }))
    await moving.close()
  })
})
