import { and, asc, eq, inArray, isNull, lt, lte } from 'drizzle-orm'
import type { CommerceDeps } from './commerce.ts'
import { makeRefund } from './refund.ts'
import { settle } from './settle-payment.ts'
import { paymentEvents, refundTasks, transactions } from './tables.ts'

// What one round takes on; the next round takes the rest.
const batch = 20
/** While one process works on it, no other takes it; should it die, the work comes due again. */
const leaseMs = 60_000
/** A notification that could not be settled at once is tried again after this long. */
const retryEventMs = 30_000
const retryRefundMs = 5 * 60_000

/**
 * What has to happen although nobody asks: transactions whose report was lost are looked up at the provider, reports
 * that could not be settled are settled, refunds that are due are made. Harmless to run at any time, in any number of processes.
 */
export async function runDueWork(deps: CommerceDeps): Promise<void> {
  for (const orderId of await claimDueTransactions(deps)) await settle(deps, orderId)
  await settleWaitingEvents(deps)
  await makeDueRefunds(deps)
}

async function claimDueTransactions({ database, clock }: CommerceDeps): Promise<string[]> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    const due = await tx
      .select({ id: transactions.id, orderId: transactions.orderId })
      .from(transactions)
      .where(lte(transactions.nextCheckAt, now))
      .orderBy(asc(transactions.nextCheckAt))
      .limit(batch)
      .for('update', { skipLocked: true })
    if (due.length > 0) {
      const ids = due.map((row) => row.id)
      await tx
        .update(transactions)
        .set({ nextCheckAt: new Date(now.getTime() + leaseMs) })
        .where(inArray(transactions.id, ids))
    }
    return due.map((row) => row.orderId)
  })
}

async function settleWaitingEvents(deps: CommerceDeps): Promise<void> {
  const now = deps.clock.now()
  const waiting = await deps.database.query
    .select({ id: paymentEvents.id, orderId: paymentEvents.orderId })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.processedAt), lt(paymentEvents.receivedAt, new Date(now.getTime() - retryEventMs))))
    .orderBy(asc(paymentEvents.receivedAt))
    .limit(batch)
  for (const { id, orderId } of waiting) {
    const verdict = await settle(deps, orderId)
    if (verdict === 'provider-unavailable') continue
    await deps.database.query.update(paymentEvents).set({ processedAt: deps.clock.now(), verdict }).where(eq(paymentEvents.id, id))
  }
}

async function makeDueRefunds(deps: CommerceDeps): Promise<void> {
  const now = deps.clock.now()
  const due = await deps.database.query
    .select({ refundKey: refundTasks.refundKey, amountIdr: refundTasks.amountIdr, reason: refundTasks.reason, orderId: transactions.orderId })
    .from(refundTasks)
    .innerJoin(transactions, eq(transactions.id, refundTasks.transactionId))
    .where(and(eq(refundTasks.state, 'due'), lt(refundTasks.updatedAt, new Date(now.getTime() - retryRefundMs))))
    .limit(batch)
  for (const task of due) await makeRefund(deps, task)
}
