import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { invariants } from '#server/app/domains.ts'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'
import { seededRandom } from '#testing/chaos/seeded-random.ts'
import { hotCalls } from './hot-calls.ts'
import { openScaleSite, type ScaleSite } from './open-scale-site.ts'
import { readPlans } from './read-plans.ts'

// The small version of `npm run bench -- scale`. It reads plans instead of times, so that it passes or fails equally on every machine.

let shop: ScaleSite
beforeAll(async () => {
  shop = await openScaleSite({
    databaseUrl: await createPostgresCopy(inject('postgresTemplateUrl')),
    students: 600,
    seed: 1,
  })
})
afterAll(() => shop.close())

/** Tables that grow with students and their activity. */
const growing = new Set(
  'users sessions enrollments completions lesson_marks lesson_notes lesson_positions reviews certificates transactions sold_lines invoices ledger_lines payment_events refund_tasks promo_redemptions mails audit_entries webhook_deliveries ebook_readings ebook_grants daily_figures total_figures'.split(
    ' ',
  ),
)

test('the generated shop satisfies every invariant of a real one', async () => {
  const session = await shop.site.database.openSession()
  for (const [name, query] of invariants) expect({ name, rows: await session.query(query) }).toEqual({ name, rows: [] })
  await session.close()
  expect(await shop.site.app.modules.figures.check({ now: true, parts: 10_000 })).toBe(0)
})

describe('no sequential scan of a growing table', () => {
  test.each(hotCalls.map((call) => [call.name, call] as const))('%s', async (_, call) => {
    const statements = await shop.record(call, seededRandom(3))
    const scans = await readPlans(shop.databaseUrl, statements, { avoidSequentialScans: true })
    expect(statements.length).toBeGreaterThan(0)
    expect(scans.filter(({ type, table }) => type === 'Seq Scan' && growing.has(table))).toEqual([])
  })
})

test('searching a common name among the students of a course reads the users of the page only', async () => {
  const call = hotCalls.find(({ name }) => name.endsWith('search of a common name'))
  if (!call) throw new Error('There is such a call')
  const statements = (await shop.record(call, seededRandom(3))).filter(({ text }) => text.includes('"enrollments"'))
  const scans = await readPlans(shop.databaseUrl, statements)
  expect(new Set(scans.map(({ table }) => table))).toContain('enrollments')
  expect(scans.filter(({ table, rows }) => table === 'users' && rows > 0)).toEqual([])
})

test('with ten thousand due payments, notifications, refunds and mails each, the queries for due work read them from an index', async () => {
  const { modules, jobs } = shop.site.app
  // Recorded while nothing is due, so that nothing is processed.
  const call = {
    name: 'due work',
    lineMs: 0,
    run: async () =>
      void (await jobs.run(...modules.commerce.dueWork.map(({ name }) => name)), await jobs.run('mails')),
  }
  const statements = await shop.record(call, seededRandom(3))
  const session = await shop.site.database.openSession()
  for (const statement of tenThousandDue) await session.run(statement)
  await session.close()
  const tables = ['transactions', 'payment_events', 'refund_tasks', 'mails']
  const scans = (await readPlans(shop.databaseUrl, statements)).filter(({ table }) => tables.includes(table))
  expect(new Set(scans.map(({ table }) => table))).toEqual(new Set(tables))
  expect(scans.filter(({ type, rows }) => type === 'Seq Scan' || rows > 100)).toEqual([])
})

const copies = 'cross join generate_series(1, 10000) as n'
const tenThousandDue = [
  `insert into transactions (id, student_id, kind, item_id, item_title, buyer_name, buyer_email, list_price_idr, discount_percent, amount_idr, order_id, state, next_check_at, created_at, updated_at)
   select gen_random_uuid(), student_id, kind, item_id, item_title, buyer_name, buyer_email, 1000, 0, 1000, 'KLS-9' || lpad(n::text, 25, '0'), 'expired', timestamptz '2024-01-01' + n * interval '1 second', '2024-01-01', '2024-01-01'
   from (select * from transactions limit 1) as one ${copies}`,
  `insert into payment_events (id, order_id, dedupe, body, received_at) select gen_random_uuid(), 'KLS-9' || n, sha256(convert_to('due' || n, 'UTF8')), '{}', timestamptz '2024-01-01' + n * interval '1 second' from generate_series(1, 10000) as n`,
  `insert into refund_tasks (refund_key, transaction_id, amount_idr, reason, state, created_at, updated_at)
   select 'due-' || n, id, 1000, 'Batal', 'due', '2024-01-01', timestamptz '2024-01-01' + n * interval '1 second' from (select id from transactions limit 1) as one ${copies}`,
  `insert into mails (id, kind, to_email, subject, text_body, html_body, state, next_attempt_at, created_at)
   select gen_random_uuid(), 'receipt', 'p@contoh.id', 'Halo', '', '', 'waiting', timestamptz '2024-01-01' + n * interval '1 second', '2024-01-01' from generate_series(1, 10000) as n`,
  'analyze transactions, payment_events, refund_tasks, mails',
]
