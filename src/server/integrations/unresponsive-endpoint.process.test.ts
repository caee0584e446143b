import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startReceiver } from '#testing/webhook-receiver.ts'
import { startWebhookSite, type WebhookSite } from '#testing/webhook-site.ts'

let webhooks: WebhookSite
let site: WebhookSite['site']
let receiver: WebhookSite['receiver']
beforeAll(async () => {
  webhooks = await startWebhookSite()
  ;({ site, receiver } = webhooks)
  await webhooks.reset()
})
afterAll(() => webhooks.close())

test(
  'an endpoint that does not respond is given up after 10 seconds and delays no other',
  { timeout: 30_000 },
  async () => {
    const slow = await startReceiver()
    slow.respondWith(() => {})
    const [stuck, quick] = [await webhooks.create(['enrollment.granted'], slow.url), await webhooks.create()]
    await webhooks.enroll()
    await site.app.jobs.look()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 5000 })
    // The slow endpoint is still waiting when the next event is delivered to the other.
    await webhooks.enroll()
    await site.app.jobs.look()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 5000 })
    expect((await webhooks.deliveries(stuck._id)).map(({ state }: { state: string }) => state)).toEqual([
      'waiting',
      'waiting',
    ])
    await site.app.idle()
    const [, first] = await webhooks.deliveries(stuck._id)
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, error: 'timeout', responseStatus: null })
    expect(first.durationMs).toBeGreaterThanOrEqual(9900)
    expect(await webhooks.deliveries(quick._id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
    await slow.close()
  },
)
