import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { startWebhookSite, type WebhookSite } from '#testing/webhook-site.ts'

const nothing = '00000000-0000-7000-8000-000000000000'

let webhooks: WebhookSite
let site: WebhookSite['site']
let receiver: WebhookSite['receiver']
beforeAll(async () => {
  webhooks = await startWebhookSite()
  ;({ site, receiver } = webhooks)
})
beforeEach(() => webhooks.reset())
afterAll(() => webhooks.close())

const call: WebhookSite['call'] = (...request) => webhooks.call(...request)
const create: WebhookSite['create'] = (...options) => webhooks.create(...options)
const show = (id: string) => webhooks.show(id)
const admin = () => webhooks.admin()

describe('managing webhooks', () => {
  test('the secret is shown once; the list has the state and the last delivery', async () => {
    const made = await create(['purchase.paid', 'course.finished'])
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { body } = await call('GET')
    expect(body.data).toEqual([
      {
        _id: made._id,
        url: receiver.url,
        events: ['purchase.paid', 'course.finished'],
        enabled: true,
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
        createdAt: site.clock.now().toISOString(),
        lastDelivery: null,
      },
    ])
    await call('POST', `/${made._id}/test`)
    expect((await show(made._id)).lastDelivery).toMatchObject({
      type: 'webhook.test',
      state: 'delivered',
      responseStatus: 200,
      error: null,
    })
    expect(JSON.stringify((await call('GET')).body)).not.toContain('whsec')
  })

  test.each<[string, object, string]>([
    ['no URL', { events: ['purchase.paid'] }, 'url'],
    ['a text that is no URL', { url: 'halo', events: ['purchase.paid'] }, 'url'],
    ['another protocol', { url: 'ftp://contoh.id/x', events: ['purchase.paid'] }, 'url'],
    ['a URL without slashes', { url: 'https:contoh.id', events: ['purchase.paid'] }, 'url'],
    ['a URL with backslashes', { url: 'https:\\\\contoh.id\\x', events: ['purchase.paid'] }, 'url'],
    ['a URL without a host', { url: 'https://', events: ['purchase.paid'] }, 'url'],
    ['a URL with an impossible host', { url: 'https://a b', events: ['purchase.paid'] }, 'url'],
    ['a URL with an impossible port', { url: 'https://contoh.id:99999/x', events: ['purchase.paid'] }, 'url'],
    ['a URL with a broken IPv6 host', { url: 'https://[::1', events: ['purchase.paid'] }, 'url'],
    ['a user name in the URL', { url: 'https://a@contoh.id', events: ['purchase.paid'] }, 'url'],
    ['credentials in the URL', { url: 'https://a:b@contoh.id/x', events: ['purchase.paid'] }, 'url'],
    ['a long URL', { url: `https://contoh.id/${'x'.repeat(500)}`, events: ['purchase.paid'] }, 'url'],
    ['no events', { url: 'https://contoh.id', events: [] }, 'events'],
    ['an unknown event', { url: 'https://contoh.id', events: ['user.created'] }, 'events.0'],
    ['a repeated event', { url: 'https://contoh.id', events: ['purchase.paid', 'purchase.paid'] }, 'events'],
  ])('%s is rejected beside its field', async (_, body, field) => {
    const made = await create()
    for (const response of [
      await call('POST', '', body),
      ...('url' in body ? [await call('PATCH', `/${made._id}`, body)] : []),
    ]) {
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]])
    }
  })

  test.each(['HTTPS://contoh.id/x', 'https://contoh.id', 'https://contoh.id/@a?b=@c', 'https://bücher.example/x'])(
    '%s is accepted as it is written',
    async (url) => {
      const { status, body } = await call('POST', '', { url, events: ['purchase.paid'] })
      expect([status, body.data.url]).toEqual([201, url])
    },
  )

  test('an unknown webhook or delivery is not found', async () => {
    const { _id } = await create()
    const calls = [
      call('GET', `/${nothing}`),
      call('PATCH', `/${nothing}`, { enabled: false }),
      call('DELETE', `/${nothing}`),
      call('POST', `/${nothing}/test`),
      call('POST', `/${nothing}/secret`),
      call('GET', `/${nothing}/deliveries`),
      call('POST', `/${_id}/deliveries/${nothing}/resend`),
      call('GET', '/bukan-id'),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
  })

  test('a delivery is found only under its own webhook', async () => {
    const [mine, other] = [await create(), await create()]
    const { body } = await call('POST', `/${mine._id}/test`)
    expect((await call('POST', `/${other._id}/deliveries/${body.data._id}/resend`)).status).toBe(404)
  })

  test('every change is in the audit log, without the path of the URL', async () => {
    const { _id } = await create()
    await call('PATCH', `/${_id}`, { url: `${receiver.url}/rahasia`, events: ['purchase.paid'] })
    await call('PATCH', `/${_id}`, { enabled: false })
    await call('POST', `/${_id}/secret`)
    await call('DELETE', `/${_id}`)
    const { entries } = await site.app.modules.audit.list({ subjectId: _id }, { page: 1, limit: 10 })
    expect(entries.map(({ action }) => action).sort()).toEqual(
      ['webhook.changed', 'webhook.changed', 'webhook.created', 'webhook.deleted', 'webhook.secret-rotated'].sort(),
    )
    expect(entries.every(({ actorId }) => actorId === admin().id)).toBe(true)
    expect(JSON.stringify(entries)).not.toContain('rahasia')
  })

  test('at most 20 webhooks exist', async () => {
    for (let made = 0; made < 20; made++) await create()
    expect((await call('POST', '', { url: receiver.url, events: ['purchase.paid'] })).body.code).toBe(
      'too-many-webhooks',
    )
  })
})

describe('on the internet', () => {
  let open: TestSite
  let resolved: string
  let openAdmin: SignedIn
  beforeAll(async () => {
    open = await startTestSite({
      webhookNetwork: { allowPrivate: false, resolve: async () => [{ address: resolved, family: 4 }] },
    })
    openAdmin = await open.createAdmin()
  })
  afterAll(() => open.close())
  const add = (url: string) =>
    open.call('POST', '/admin/webhooks', { token: openAdmin.token, body: { url, events: ['purchase.paid'] } })

  test.each([
    'http://hooks.example.com/x',
    'https://127.0.0.1/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://localhost/x',
  ])('%s is rejected beside its field', async (url) => {
    resolved = '93.184.216.34'
    const { status, body } = await add(url)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['url']])
  })

  test('a name that is public when it is saved and private when it is called is not connected to', async () => {
    resolved = '93.184.216.34'
    const { body } = await add(`https://hooks.example.com:${receiver.port}/x`)
    resolved = '127.0.0.1'
    const before = receiver.connections()
    const sent = await open.call('POST', `/admin/webhooks/${body.data._id}/test`, { token: openAdmin.token })
    expect(sent.body.data).toMatchObject({ state: 'failed', responseStatus: null, error: 'blocked-address' })
    expect(receiver.connections()).toBe(before)
    const changed = await open.call('PATCH', `/admin/webhooks/${body.data._id}`, {
      token: openAdmin.token,
      body: { url: 'https://hooks.example.com/y' },
    })
    expect(changed.body.errors).toEqual({ url: 'Alamat di jaringan pribadi tidak bisa dipakai' })
  })
})
