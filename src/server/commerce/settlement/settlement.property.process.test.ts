import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'

// Random histories of purchases: students buy, pay, are denied, wait, are refunded; notifications are lost, repeated, late and
// reordered; time passes. After every history the books must be correct.

// For a longer run: HISTORIES=300 npx vitest run --project processes src/server/commerce/settlement
const histories = Number(process.env['HISTORIES'] ?? 25)

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const pick = fc.nat({ max: 5 })
const actionArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('checkout' as const), student: pick, course: pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('provider' as const),
      order: pick,
      does: fc.constantFrom('pay', 'payLater', 'deny', 'expire', 'settle', 'cancel', 'refund', 'chargeback'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('chaos' as const),
      order: pick,
      dropNotices: fc.nat({ max: 3 }),
      extraCopies: fc.nat({ max: 2 }),
      shuffleNotices: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refresh' as const), student: pick, transaction: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('due-work' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('notifications-arrive' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      ms: fc.constantFrom(minuteMs, hourMs, 7 * hourMs, 25 * hourMs),
    }),
  },
)
type Action = typeof actionArbitrary extends fc.Arbitrary<infer Value> ? Value : never

type Stage = { students: SignedIn[]; courses: MadeCourse[]; firstOrder: number }

async function act(action: Action, { students, courses, firstOrder }: Stage): Promise<void> {
  const student = (index: number) => students[index % students.length] as SignedIn
  const orders = site.sandbox.listOrders().slice(firstOrder)
  switch (action.kind) {
    case 'checkout':
      return expectNoBug(
        await site.call('POST', '/checkout', {
          token: student(action.student).token,
          body: { courseId: courses[action.course % courses.length]?.id },
        }),
      )
    case 'refresh': {
      const { token } = student(action.student)
      const mine = (await site.call('GET', '/my-transaction', { token })).body.data as { _id: string }[]
      if (mine.length === 0) return
      return expectNoBug(
        await site.call('POST', `/my-transaction/${mine[action.transaction % mine.length]?._id}/refresh`, { token }),
      )
    }
    case 'provider':
      return orders.length === 0 ? undefined : provide(orders[action.order % orders.length]?.orderId ?? '', action.does)
    case 'chaos': {
      const { kind: _, order, ...knobs } = action
      return orders.length === 0 ? undefined : site.sandbox.setChaos(knobs, orders[order % orders.length]?.orderId)
    }
    case 'due-work':
      return site.runDue('commerce')
    case 'notifications-arrive':
      return site.sandbox.idle()
    case 'time':
      return site.clock.advance(action.ms)
  }
}

function expectNoBug({ status, body }: { status: number; body: unknown }) {
  expect(status, JSON.stringify(body)).toBeLessThan(500)
}

/** The provider rejects actions that an order's state does not allow; that is not tested here. */
function provide(
  orderId: string,
  does: 'pay' | 'payLater' | 'deny' | 'expire' | 'settle' | 'cancel' | 'refund' | 'chargeback',
) {
  try {
    site.sandbox[does](orderId)
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
}

/** Notifications stop, time passes, and the poller settles everything that is still open. */
async function runPollerToEnd() {
  site.sandbox.clearChaos()
  await site.sandbox.idle()
  for (let round = 0; round < 18; round++) {
    // An order that is open is due again within an hour, so each of the later rounds reads all of them.
    site.clock.advance(round < 4 ? 10 * minuteMs : 4 * hourMs)
    await site.runDue('commerce')
    await site.sandbox.idle()
  }
}

async function rows<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  const [{ found } = { found: [] }] = await site.database.query
    .select({ found: sql<Row[]>`coalesce(json_agg(row_to_json(t)), '[]'::json)` })
    .from(sql`(${query}) as t`)
  return found as Row[]
}

async function checkTheBooks() {
  const none = async (what: string, query: ReturnType<typeof sql>) => expect(await rows(query), what).toEqual([])

  await none(
    'access from a transaction that is not paid',
    sql`select e.source_ref from enrollments e join transactions t on e.source_ref = 'transaction:' || t.id
    where e.revoked_at is null and t.state not in ('paid', 'partially_refunded')`,
  )
  await none(
    'paid without access and without a refund',
    sql`select t.id, t.state from transactions t
    where t.state in ('paid', 'partially_refunded') and not exists (select 1 from enrollments e where e.source_ref = 'transaction:' || t.id and e.revoked_at is null)
    and not exists (select 1 from refund_tasks r where r.transaction_id = t.id)`,
  )
  await none(
    'an amount that is not what was paid',
    sql`select id from transactions where paid_amount_idr is distinct from case when paid_at is null then null else amount_idr end`,
  )
  await none(
    'a transaction that is open long after it expired',
    sql`select id, state from transactions where state in ('created', 'pending') and expires_at < ${new Date(site.clock.now().getTime() - 25 * hourMs).toISOString()}`,
  )
  await none(
    'a paid transaction without an invoice',
    sql`select t.id from transactions t left join invoices i on i.transaction_id = t.id where t.state in ('paid', 'partially_refunded') and i.number is null`,
  )
  await none(
    'a gap in the invoice numbers',
    sql`select c.month from invoice_counters c where c.last_number <> (select count(*) from invoices i where i.number like 'INV/' || c.month || '/%')`,
  )
  await none(
    'a wrong student count',
    sql`select c.id from courses c where c.student_count <> (select count(*) from enrollments e where e.course_id = c.id and e.revoked_at is null)`,
  )

  await none(
    'an order whose ledger does not sum to zero',
    sql`select transaction_id from ledger_lines group by transaction_id having sum(amount_idr) <> 0`,
  )
  await none(
    'a ledger that differs from the paid amount minus refunds',
    sql`select t.id, t.state from transactions t where case when t.paid_at is null then 0 else t.amount_idr - t.refunded_amount_idr end
    <> (select coalesce(sum(l.amount_idr), 0) from ledger_lines l where l.transaction_id = t.id and l.account = 'gross')`,
  )

  const ours = await rows<{ order_id: string; state: string }>(sql`select order_id, state from transactions`)
  const states = new Map(ours.map(({ order_id, state }) => [order_id, state]))
  for (const { orderId, status } of site.sandbox.listOrders()) {
    const expected: Record<string, string> = {
      capture: 'paid',
      settlement: 'paid',
      refund: 'refunded',
      partial_refund: 'partially_refunded',
      chargeback: 'chargeback',
    }
    // Our state must match what was charged at the provider.
    if (status && expected[status])
      expect(states.get(orderId), `${orderId} is ${status} at the provider`).toBe(expected[status])
  }
}

// oxlint-disable-next-line vitest/expect-expect -- checkTheBooks() asserts
test(`the books are correct after ${histories} random histories`, { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actionArbitrary, { minLength: 4, maxLength: 18 }), async (actions) => {
      const stage = {
        students: [await site.createStudent(), await site.createStudent()],
        courses: [
          await site.createCourse({ price: 89_000 }),
          await site.createCourse({ price: 500_000, discount: 10 }),
        ],
        firstOrder: site.sandbox.listOrders().length,
      }
      for (const action of actions) await act(action, stage)
      await runPollerToEnd()
      await checkTheBooks()
    }),
    { numRuns: histories, endOnFailure: true },
  )
})
