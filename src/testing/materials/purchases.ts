import { sql } from 'drizzle-orm'
import { newId } from '#server/platform/new-id.ts'
import { commerceInvariants } from '#server/commerce/invariants.ts'
import type { SignedIn } from '#testing/factories.ts'
import type { TestSite } from '#testing/test-site.ts'

/** A checkout with this body, its order at the payment sandbox, and its payment. */
export async function openOrder(site: TestSite, { token }: SignedIn, body: unknown) {
  const opened = await site.call('POST', '/checkout', { token, body })
  if (opened.status !== 200) throw new Error(`The checkout returned ${opened.status}: ${JSON.stringify(opened.body)}`)
  const { data } = opened.body
  const order = site.sandbox.listOrders().find((each) => each.token === data.token)
  if (!order) throw new Error('the sandbox has no such order')
  return { transactionId: data.transactionId as string, orderId: order.orderId, amountIdr: order.amountIdr }
}

export async function buy(site: TestSite, who: SignedIn, body: unknown) {
  const order = await openOrder(site, who, body)
  site.sandbox.pay(order.orderId)
  site.sandbox.settle(order.orderId)
  await site.sandbox.idle()
  return order
}

/** A payout that waits to be sent, with a picture as if it were. Returns its id. */
export async function insertPayout({ database, clock }: TestSite, instructorId: string): Promise<string> {
  const id = newId()
  await database.query
    .execute(sql`insert into payouts (id, instructor_id, amount_idr, state, bank, number, holder, created_at)
    values (${id}, ${instructorId}, 10000, 'requested', 'BCA', '12345', 'Raka', ${clock.now().toISOString()})`)
  await database.query.execute(
    sql`insert into payout_proofs (payout_id, bytes, created_at) values (${id}, '\\x00', ${clock.now().toISOString()})`,
  )
  return id
}

/** Throws when something that must hold for the books does not. */
export async function checkBooks(site: TestSite): Promise<void> {
  const broken: string[] = []
  for (const [name, query] of commerceInvariants) {
    const { rows } = await site.database.query.execute(sql.raw(query))
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`)
  }
  if (broken.length > 0) throw new Error(broken.join('\n'))
}
