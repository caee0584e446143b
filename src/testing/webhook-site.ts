import { Webhook as Verifier } from 'standardwebhooks'
import { expect, vi } from 'vitest'
import type { WebhookEventType } from '#contract/integrations/webhooks.ts'
import type { SignedIn } from './factories.ts'
import { startTestSite } from './test-site.ts'
import { startReceiver, type ReceivedWebhook } from './webhook-receiver.ts'

export type WebhookSite = Awaited<ReturnType<typeof startWebhookSite>>

/** A test site whose webhooks may go to a receiver on loopback. */
export async function startWebhookSite() {
  const site = await startTestSite({
    webhookNetwork: { allowPrivate: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  })
  const receiver = await startReceiver()
  let admin: SignedIn = await site.createAdmin()

  const call = (method: string, path = '', body?: object) =>
    site.call(method, `/admin/webhooks${path}`, { token: admin.token, ...(body ? { body } : {}) })

  return {
    site,
    receiver,
    call,
    admin: () => admin,
    /** Needed after the clock advanced, which ends sessions of staff. */
    signInAgain: async () => void (admin = await site.createAdmin()),

    async create(
      events: readonly WebhookEventType[] = ['enrollment.granted'],
      url = receiver.url,
    ): Promise<{ _id: string; secret: string }> {
      const { status, body } = await call('POST', '', { url, events })
      expect(status).toBe(201)
      return body.data
    },
    show: async (id: string) => (await call('GET', `/${id}`)).body.data,
    deliveries: async (id: string) => (await call('GET', `/${id}/deliveries`)).body.data,

    /** Sends what is due, and waits for the outcomes. */
    async deliver(): Promise<void> {
      await site.app.jobs.run('webhooks')
      await site.app.idle()
    },

    /** A free enrolment: the simplest event. */
    async enroll(): Promise<{ studentId: string; courseId: string }> {
      const [course, student] = [await site.createCourse({ price: 0, lessons: 1 }), await site.createStudent()]
      expect((await site.call('POST', `/courses/${course.id}/enroll`, { token: student.token })).status).toBe(200)
      return { studentId: student.id, courseId: course.id }
    },

    /** Verifies as a receiver does, at the time of the site, and returns the payload. Throws for a wrong signature. */
    verify(
      { headers, body }: ReceivedWebhook,
      secret: string,
    ): { type: string; timestamp: string; data: Record<string, unknown> } {
      vi.useFakeTimers({ toFake: ['Date'], now: site.clock.now() })
      try {
        return new Verifier(secret).verify(body, headers as Record<string, string>) as {
          type: string
          timestamp: string
          data: Record<string, unknown>
        }
      } finally {
        vi.useRealTimers()
      }
    },

    /** Deletes all webhooks, so that tests do not see each other's. */
    async reset(): Promise<void> {
      admin = await site.createAdmin()
      for (const { _id } of (await call('GET')).body.data) await call('DELETE', `/${_id}`)
      receiver.received.length = 0
      receiver.respondStatus(200, 'ok')
    },

    async close(): Promise<void> {
      await receiver.close()
      await site.close()
    },
  }
}
