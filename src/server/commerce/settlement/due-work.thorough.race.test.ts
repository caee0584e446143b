import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { paymentEvents, transactions } from '#server/commerce/tables.ts'

// The poller of payment statuses, with more due orders than one batch takes.

const backlog = 45
let site: TestSite
/** Order ids, in the order of the status reads at the provider. */
let reads: string[] = []
/** Reads wait for it. */
let hold: Promise<void> | null = null
beforeAll(async () => {
  site = await startTestSite({
    wrapFetch: (fetch) => async (request) => {
      const orderId = /\/v2\/([^/]+)\/status$/.exec(new URL(request.url).pathname)?.[1]
      if (orderId) {
        reads.push(orderId)
        await hold
      }
      return fetch(request)
    },
  })
})
beforeEach(() => void (reads = []))
afterAll(() => site.close())

async function order(count: number): Promise<string[]> {
  const known = new Set(site.sandbox.listOrders().map(({ orderId }) => orderId))
  let student = await site.createStudent()
  for (let made = 1; made <= count; made++) {
    const course = await site.createCourse()
    // Below the rate limit of checkouts.
    if (made % 5 === 0) student = await site.createStudent()
    expect((await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })).status).toBe(
      200,
    )
  }
  reads = []
  return site.sandbox
    .listOrders()
    .map(({ orderId }) => orderId)
    .filter((orderId) => !known.has(orderId))
}

test('every due order is read in one round by one of two processes, and fresh orders before older ones', async () => {
  const old = await order(backlog)
  site.clock.advance(3 * hourMs)
  const [fresh = ''] = await order(1)
  site.clock.advance(31_000)
  const runDueWork = () => site.runDue('commerce')
  await Promise.all([runDueWork(), runDueWork()])
  expect(reads.toSorted()).toEqual([fresh, ...old].toSorted())
  expect(reads.slice(0, 20)).toContain(fresh)
  await runDueWork()
  expect(reads).toHaveLength(backlog + 1)
})

test('a provider that hangs holds a batch of waiting notifications once, not once for each', async () => {
  const orders = await order(12)
  const receivedAt = site.clock.now()
  const events = orders.map((orderId) => ({
    id: crypto.randomUUID(),
    orderId,
    dedupe: randomBytes(32),
    body: {},
    receivedAt,
  }))
  await site.database.query.insert(paymentEvents).values(events)
  site.clock.advance(31_000)
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const round = site.runDue('commerce')
  await expect.poll(() => new Set(reads).size).toBeGreaterThanOrEqual(10)
  hold = null
  resolve()
  await round
})

test('an order that was paid long ago is read less often, and half a year after it never', async () => {
  const [orderId = ''] = await order(1)
  site.sandbox.pay(orderId)
  await site.sandbox.idle()
  const nextCheck = async () =>
    (await site.database.query.select().from(transactions).where(eq(transactions.orderId, orderId)))[0]?.nextCheckAt ??
    null
  const paid = site.clock.now().getTime()
  const days: number[] = []
  for (let next = await nextCheck(); next !== null && days.length < 20; next = await nextCheck()) {
    days.push((next.getTime() - paid) / dayMs)
    site.clock.advance(next.getTime() - site.clock.now().getTime())
    await site.runDue('commerce')
  }
  expect(days).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
})
