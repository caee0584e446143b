import { newId } from '#server/platform/new-id.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionLines, transactions } from '#server/commerce/tables.ts'
import { openOrder } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const linesOf = (id: string) =>
  site.database.query.select().from(transactionLines).where(eq(transactionLines.transactionId, id))

test('a transaction that the version before writes without a line has one when it is stored', async () => {
  const student = await site.createStudent()
  const { id: courseId } = await site.createCourse({ price: 100_000, discount: 10 })
  const { transactionId } = await openOrder(site, student, { courseId })
  const [line] = await linesOf(transactionId)
  const [row] = await site.database.query.select().from(transactions).where(eq(transactions.id, transactionId))
  if (!row || !line) throw new Error('The order was not stored')
  const { searchText: _generated, ...values } = row
  const id = newId()
  await site.database.query.insert(transactions).values({
    ...values,
    id,
    orderId: row.orderId.replace(/.$/, (last) => (last === 'C' ? 'D' : 'C')),
    state: 'cancelled',
  })
  expect(await linesOf(id)).toEqual([{ ...line, id, transactionId: id }])
})
