import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'
import { offerTransfers, openTransfer, decide } from '#testing/materials/transfers.ts'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'
import { startTestSite } from '#testing/test-site.ts'
import { findViolations } from './history-invariants.ts'
import { runHistories } from './run-histories.ts'

// The short version of `npm run bench -- histories`.
test(
  'every invariant holds after 12 random histories of people who act at the same time',
  { timeout: 240_000 },
  async () => {
    const { violated, histories } = await runHistories({
      templateUrl: inject('postgresTemplateUrl'),
      histories: 12,
      seed: 3,
    })
    expect([violated, histories]).toEqual([[], 12])
  },
)

test('wrong rules are noticed', async () => {
  const site = await startTestSite({
    database: await openDatabase({ databaseUrl: await createPostgresCopy(inject('postgresTemplateUrl')) }),
  })
  await offerTransfers(site)
  const [admin, student, course] = [
    await site.createAdmin(),
    await site.createStudent(),
    await site.createCourse({ price: 50_000 }),
  ]
  const { transactionId } = await openTransfer(site, student, { courseId: course.id })
  await decide(site, admin, transactionId, 'approve')
  expect(await findViolations(site.database.query)).toEqual([])
  const wrong = {
    'approved without being paid': sql`update transfers set state = 'refused', sentence = 'x' where true`,
    'access that stays without a payment': sql`update transactions set state = 'refunded', refunded_amount_idr = amount_idr where id = ${transactionId}::uuid`,
    'an amount that is not the sum of its lines': sql`update transaction_lines set refunded_amount_idr = 100 where transaction_id = ${transactionId}::uuid`,
    'an invoice without a receipt': sql`delete from mails`,
    'a share that nobody earned': sql`insert into line_shares (line_id, instructor_id, position, share_percent)
      select id, ${admin.id}::uuid, 0, 50 from transaction_lines where transaction_id = ${transactionId}::uuid`,
  }
  class Undone extends Error {}
  for (const [rule, statement] of Object.entries(wrong)) {
    let violated: string[] = []
    await site.database
      .transaction(async (tx) => {
        await tx.execute(statement)
        violated = await findViolations(tx)
        throw new Undone()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error
      })
    expect(violated.length, rule).toBeGreaterThan(0)
  }
  await site.close()
})
