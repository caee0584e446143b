import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { commerceInvariants } from '#server/commerce/index.ts'
import { learningInvariants } from '#server/learning/index.ts'
import { createPostgresCopy } from '#testing/test-database.ts'
import { seededRandom } from '#testing/chaos/seeded-random.ts'
import { hotCalls } from './hot-calls.ts'
import { openScaleSite, type ScaleSite } from './open-scale-site.ts'
import { readPlans } from './read-plans.ts'

// The small version of `npm run bench:scale`. It reads plans instead of times, so that it passes or fails equally on every machine.

let shop: ScaleSite
beforeAll(async () => {
  shop = await openScaleSite({ databaseUrl: await createPostgresCopy(inject('postgresTemplateUrl')), students: 600, seed: 1 })
})
afterAll(() => shop.close())

/** Tables that grow with students and their activity. */
const growing = new Set(
  'users sessions enrollments completions lesson_marks lesson_notes lesson_positions reviews certificates transactions invoices ledger_lines payment_events refund_tasks promo_redemptions mails audit_entries webhook_deliveries ebook_readings ebook_grants daily_figures total_figures'.split(
    ' ',
  ),
)

test('the generated shop keeps every rule that a real one keeps', async () => {
  const session = await shop.site.database.openSession()
  for (const [name, query] of [...commerceInvariants, ...learningInvariants]) expect({ name, rows: await session.query(query) }).toEqual({ name, rows: [] })
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
