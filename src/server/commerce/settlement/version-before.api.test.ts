import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commerceInvariants } from '#server/commerce/invariants.ts'
import { buy, checkBooks } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// The statements by which the version before the lines refunds: it knows `transactions`, and books without naming a line.

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const execute = async (query: ReturnType<typeof sql>) => (await site.database.query.execute(query)).rows

async function refundAsBefore(id: string, rupiah: number, state: string): Promise<void> {
  const [before] = await execute(sql`select refunded_amount_idr as refunded from transactions where id = ${id}`)
  const kept = Number(before?.['refunded']) - rupiah
  const entry = crypto.randomUUID()
  await site.database.transaction(async (tx) => {
    await tx.execute(sql`update transactions set refunded_amount_idr = ${rupiah}, state = ${state} where id = ${id}`)
    for (const [account, amount] of [
      ['gross', kept],
      ['platform', -kept],
    ] as const)
      await tx.execute(sql`insert into ledger_lines (id, entry_id, transaction_id, event, account, amount_idr, booked_at)
        values (${crypto.randomUUID()}, ${entry}, ${id}, 'refund', ${account}, ${amount}, now())`)
    await tx.execute(sql`update enrollments set revoked_at = ${state.includes('paid') || state.includes('partially') ? null : '2026-11-21T03:00:00Z'}::timestamptz
      where source_ref = ${`transaction:${id}`}`)
  })
}
const refundOf = async (id: string) =>
  Number(
    (
      await execute(sql`select sum(refunded_amount_idr) as sum from transaction_lines where transaction_id = ${id}`)
    )[0]?.['sum'],
  )
const buyOne = async () => {
  const course = await site.createCourse({ price: 150_000 })
  return (await buy(site, await site.createStudent(), { courseId: course.id })).transactionId
}

test.each([
  ['a full refund', 150_000, 'refunded'],
  ['a partial refund', 50_000, 'partially_refunded'],
  ['a chargeback', 150_000, 'chargeback'],
])('%s by the version before reaches the lines, and so does its way back', async (_, rupiah, state) => {
  const id = await buyOne()
  await refundAsBefore(id, rupiah, state)
  expect(await refundOf(id)).toBe(rupiah)
  await checkBooks(site)
  await refundAsBefore(id, 0, 'paid')
  expect(await refundOf(id)).toBe(0)
  await checkBooks(site)
})

test('what it refunded while the lines did not follow is seen by the books and mended', async () => {
  const id = await buyOne()
  await execute(sql`alter table transactions disable trigger lines_follow_refunds`)
  await refundAsBefore(id, 150_000, 'refunded')
  await execute(sql`alter table transactions enable trigger lines_follow_refunds`)
  const [, query = ''] = commerceInvariants.find(([name]) => name.startsWith('the lines of a transaction add up')) ?? []
  expect(await execute(sql.raw(query))).toHaveLength(1)
  await execute(sql`select mend_refunds_of_lines(${id})`)
  expect(await refundOf(id)).toBe(150_000)
  await checkBooks(site)
})
