import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { webhookEvents } from '#contract/integrations/webhooks.ts'
import { startReceiver } from '#testing/webhook-receiver.ts'
import { startWebhookSite, type WebhookSite } from '#testing/webhook-site.ts'

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
const deliveries = (id: string) => webhooks.deliveries(id)
const deliver = () => webhooks.deliver()
const enroll = () => webhooks.enroll()
const verify: WebhookSite['verify'] = (...request) => webhooks.verify(...request)
const admin = () => webhooks.admin()
const signInAgain = () => webhooks.signInAgain()

describe('an event', () => {
  test('reaches every endpoint that chose it, signed as the specification says, with one id', async () => {
    const [first, second, other] = [await create(), await create(), await create(['purchase.paid'])]
    const granted = await enroll()
    await deliver()
    expect(receiver.received).toHaveLength(2)
    const payloads = [first, second].map(({ secret }) => {
      const request = receiver.received.find((candidate) => {
        try {
          return verify(candidate, secret)
        } catch {
          // Signed for the other endpoint.
          return false
        }
      })
      return request && { ...verify(request, secret), id: request.headers['webhook-id'] }
    })
    const expected = {
      type: 'enrollment.granted',
      timestamp: site.clock.now().toISOString(),
      data: { ...granted, source: 'free' },
    }
    expect(payloads).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)])
    expect(payloads[0]?.id).toBe(payloads[1]?.id)
    expect(receiver.received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Cendaki-Webhooks/1',
    })
    expect(await deliveries(other._id)).toEqual([])
    expect(await deliveries(first._id)).toMatchObject([
      { type: 'enrollment.granted', state: 'delivered', attempts: 1, responseStatus: 200, responseExcerpt: 'ok' },
    ])
  })

  test('is sent although the clock was a day ahead when it happened, and was set back', async () => {
    await create()
    site.clock.advance(dayMs)
    await enroll()
    site.clock.advance(-dayMs)
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  test('of each kind has its documented data', async () => {
    const { secret } = await create(webhookEvents)
    const course = await site.createCourse({ title: 'Kelas Kejadian', price: 150_000, lessons: 1 })
    const student = await site.createStudent('Ratna Sari')
    const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })
    const { transactionId } = body.data
    const order = site.sandbox.listOrders().find((candidate) => candidate.token === body.data.token)
    site.sandbox.pay(order?.orderId ?? '')
    site.sandbox.settle(order?.orderId ?? '')
    await site.sandbox.idle()
    await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: student.token })
    const issued = await site.call('POST', `/courses/${course.id}/certificate`, {
      token: student.token,
      body: { name: 'Ratna Sari' },
    })
    // A repeated call issues no second certificate.
    await site.call('POST', `/courses/${course.id}/certificate`, { token: student.token, body: { name: 'Ratna Sari' } })
    const { status } = await site.call('POST', `/admin/transactions/${transactionId}/refund`, {
      token: admin().token,
      body: { reason: 'Salah beli kelas' },
    })
    expect(status).toBe(200)
    await site.sandbox.idle()
    await deliver()
    const payloads = receiver.received.map((request) => verify(request, secret))
    const purchase = {
      transactionId,
      studentId: student.id,
      item: { kind: 'course', id: course.id, title: 'Kelas Kejadian' },
      amountIdr: 150_000,
    }
    const study = { studentId: student.id, courseId: course.id }
    expect(Object.fromEntries(payloads.map(({ type, data }) => [type, data]))).toEqual({
      'purchase.paid': { ...purchase, invoiceId: expect.stringMatching(/^INV\//) },
      'purchase.refunded': { ...purchase, refundedIdr: 150_000, isFull: true, reason: 'refund' },
      'enrollment.granted': { ...study, source: 'purchase' },
      'course.finished': study,
      'certificate.issued': { ...study, certificateId: issued.body.data._id },
    })
    expect(payloads).toHaveLength(5)
    expect(JSON.stringify(payloads)).not.toMatch(new RegExp(`Ratna|${student.email}`))
  })

  test('that a student can repeat is sent once', async () => {
    const { _id } = await create(['course.finished'])
    const course = await site.createCourse({ price: 0, lessons: 1 })
    const { token } = await site.createStudent()
    await site.call('POST', `/courses/${course.id}/enroll`, { token })
    for (let times = 0; times < 3; times++) {
      for (const method of ['PUT', 'DELETE'])
        await site.call(method, `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token })
    }
    expect(await deliveries(_id)).toHaveLength(1)
  })

  test('is queued if and only if its transaction commits', async () => {
    const { _id } = await create()
    const [course, student] = [await site.createCourse(), await site.createStudent()]
    const grant = { userId: student.id, courseId: course.id, sourceRef: 'test' }
    const failed = site.database.transaction(async (tx) => {
      await site.app.modules.learning.enroll(tx, grant)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await deliveries(_id)).toEqual([])
    // The process ends after the commit and before the delivery: the row is there, and the next worker sends it.
    await site.database.transaction((tx) => site.app.modules.learning.enroll(tx, grant))
    expect(await deliveries(_id)).toMatchObject([{ state: 'waiting', attempts: 0 }])
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  test('leaves no row without an endpoint for it', async () => {
    const { _id } = await create(['purchase.paid'])
    await call('PATCH', `/${_id}`, { events: ['enrollment.granted'], enabled: false })
    await enroll()
    expect(await deliveries(_id)).toEqual([])
  })
})

describe('a failed delivery', () => {
  test('is retried after 5 s, 5 min, 30 min, 2 h, 5 h and every 10 h, with the same id and body, and given up after three days', async () => {
    receiver.respondStatus(500, 'kacau')
    const { _id, secret } = await create()
    await enroll()
    await deliver()
    const delaysMs = [5000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, ...Array<number>(6).fill(10 * hourMs)]
    for (const [index, delayMs] of delaysMs.entries()) {
      // Up to 10 % earlier or later.
      site.clock.advance(delayMs * 0.89)
      await deliver()
      expect(receiver.received).toHaveLength(index + 1)
      site.clock.advance(delayMs * 0.22)
      await deliver()
      expect(receiver.received).toHaveLength(index + 2)
    }
    for (const { headers, body } of receiver.received) {
      expect([headers['webhook-id'], body]).toEqual([
        receiver.received[0]?.headers['webhook-id'],
        receiver.received[0]?.body,
      ])
    }
    const last = receiver.received.at(-1)
    expect(last && verify(last, secret).type).toBe('enrollment.granted')
    await signInAgain()
    expect(await deliveries(_id)).toMatchObject([
      {
        state: 'failed',
        attempts: 12,
        nextAttemptAt: null,
        responseStatus: 500,
        responseExcerpt: 'kacau',
        error: 'http-status',
      },
    ])
    expect((await show(_id)).failingSince).not.toBeNull()
  })

  test('that succeeds later ends the failing state', async () => {
    receiver.respondStatus(503)
    const { _id } = await create()
    await enroll()
    await deliver()
    expect((await show(_id)).failingSince).toBe(site.clock.now().toISOString())
    receiver.respondStatus(204)
    site.clock.advance(6000)
    await deliver()
    expect([await show(_id), await deliveries(_id)]).toMatchObject([
      { failingSince: null },
      [{ state: 'delivered', attempts: 2, error: null }],
    ])
  })

  test('is sent again by an admin at once, with the same id', async () => {
    receiver.respondStatus(500)
    const { _id } = await create()
    await enroll()
    await deliver()
    const [delivery] = await deliveries(_id)
    receiver.respondStatus(200)
    const { status, body } = await call('POST', `/${_id}/deliveries/${delivery._id}/resend`)
    expect([status, body.data]).toMatchObject([200, { state: 'delivered', attempts: 1, eventId: delivery.eventId }])
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery.eventId, delivery.eventId])
    site.clock.advance(6000)
    await deliver()
    expect(receiver.received).toHaveLength(2)
  })

  test.each([301, 302, 307, 308])('includes a redirect (%s), which is not followed', async (status) => {
    const elsewhere = await startReceiver()
    receiver.respondWith((response) => response.writeHead(status, { location: elsewhere.url }).end())
    const { _id } = await create()
    const { body } = await call('POST', `/${_id}/test`)
    expect(body.data).toMatchObject({ state: 'failed', responseStatus: status, error: 'redirect' })
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })

  test('of a host that refuses the connection has its error code', async () => {
    const closed = await startReceiver()
    await closed.close()
    const { _id } = await create(['purchase.paid'], closed.url)
    expect((await call('POST', `/${_id}/test`)).body.data).toMatchObject({
      state: 'failed',
      responseStatus: null,
      error: 'ECONNREFUSED',
    })
  })

  test('keeps at most 1 KB of the response, as text that the database can store', async () => {
    receiver.respondWith((response) => response.writeHead(500).end(`\0é${'x'.repeat(100_000)}`))
    const { _id } = await create()
    const { responseExcerpt } = (await call('POST', `/${_id}/test`)).body.data
    expect([responseExcerpt.startsWith('éxxx'), Buffer.byteLength(responseExcerpt)]).toEqual([true, 1023])
  })

  test('is counted as delivered when the status arrived and the body breaks off', async () => {
    receiver.respondWith((response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('sebagian', () => response.destroy())
    })
    const { _id } = await create()
    expect((await call('POST', `/${_id}/test`)).body.data).toMatchObject({ state: 'delivered', responseStatus: 200 })
  })
})

describe('an endpoint', () => {
  test('that returns 410 is turned off at once, and admins are mailed', async () => {
    receiver.respondStatus(410)
    const { _id } = await create()
    await enroll()
    await deliver()
    expect([await show(_id), await deliveries(_id)]).toMatchObject([
      { enabled: false, disabledReason: 'gone' },
      [{ state: 'failed', attempts: 1 }],
    ])
    const mails = await site.mailsTo(admin().email)
    expect(mails.at(-1)).toMatchObject({ kind: 'webhook-disabled', text: expect.stringContaining('410') })
    expect(mails.at(-1)?.text).not.toContain('/hook')
    expect(
      (await site.app.modules.audit.list({ subjectId: _id, action: 'webhook.disabled' }, { page: 1, limit: 5 }))
        .entries,
    ).toMatchObject([{ actorId: null, details: { reason: 'gone' } }])
    await enroll()
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  test('that fails for five days is turned off and mailed; turned on again, it gets what waits', async () => {
    receiver.respondStatus(500)
    const { _id } = await create()
    await enroll()
    await deliver()
    site.clock.advance(5 * dayMs)
    await deliver()
    await signInAgain()
    expect(await show(_id)).toMatchObject({ enabled: false, disabledReason: 'failing' })
    await site.app.jobs.run('mails')
    expect(site.mailTransport.sent.at(-1)).toMatchObject({
      kind: 'webhook-disabled',
      text: expect.stringContaining('lima hari'),
    })
    site.clock.advance(minuteMs * 6)
    await deliver()
    expect(receiver.received).toHaveLength(2)
    receiver.respondStatus(200)
    expect((await call('PATCH', `/${_id}`, { enabled: true })).body.data).toMatchObject({
      enabled: true,
      disabledReason: null,
      failingSince: null,
    })
    await deliver()
    expect(receiver.received).toHaveLength(3)
  })

  test('whose tests fail is not turned off', async () => {
    receiver.respondStatus(410)
    const { _id } = await create()
    expect((await call('POST', `/${_id}/test`)).body.data).toMatchObject({ type: 'webhook.test', state: 'failed' })
    expect(await show(_id)).toMatchObject({ enabled: true, failingSince: null })
  })

  test('can be tested 20 times a minute', async () => {
    const { _id } = await create()
    for (let times = 0; times < 20; times++) expect((await call('POST', `/${_id}/test`)).status).toBe(200)
    const { status, headers } = await call('POST', `/${_id}/test`)
    expect([status, headers.get('retry-after')]).toEqual([429, '3'])
  })

  test('accepts the secret before for 24 hours after a rotation', async () => {
    const { _id, secret: before } = await create()
    const { body } = await call('POST', `/${_id}/secret`)
    const { secret: after, previousValidUntil } = body.data
    expect([after === before, previousValidUntil]).toEqual([
      false,
      new Date(site.clock.now().getTime() + dayMs).toISOString(),
    ])
    await call('POST', `/${_id}/test`)
    const [during] = receiver.received
    for (const secret of [before, after]) expect(during && verify(during, secret).type).toBe('webhook.test')
    site.clock.advance(dayMs)
    await signInAgain()
    await call('POST', `/${_id}/test`)
    const [, later] = receiver.received
    expect(later && verify(later, after).type).toBe('webhook.test')
    expect(() => later && verify(later, before)).toThrow('No matching signature')
  })

  test('accepts every secret for 24 hours after it was replaced, also when that happened twice', async () => {
    const { _id, secret: first } = await create()
    const rotate = async () => (await call('POST', `/${_id}/secret`)).body.data.secret as string
    // The response was lost.
    const second = await rotate()
    const third = await rotate()
    await call('POST', `/${_id}/test`)
    const [sent] = receiver.received
    for (const secret of [first, second, third]) expect(sent && verify(sent, secret).type).toBe('webhook.test')
  })

  test('lists its deliveries newest first, page by page, for 30 days', async () => {
    const { _id } = await create()
    for (let times = 0; times < 5; times++) await call('POST', `/${_id}/test`)
    const pages: string[][] = []
    for (let next: string | null = ''; next !== null;) {
      const { body } = await call('GET', `/${_id}/deliveries?limit=2${next && `&before=${next}`}`)
      pages.push(body.data.map((delivery: { _id: string }) => delivery._id))
      next = body.meta.next
    }
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(pages.flat().toSorted().toReversed())
    expect((await call('GET', `/${_id}/deliveries?limit=0`)).body.errors).toHaveProperty('limit')
    site.clock.advance(30 * dayMs + 1)
    await site.app.retention.purge('webhook-deliveries')
    await signInAgain()
    expect(await deliveries(_id)).toEqual([])
  })
})
