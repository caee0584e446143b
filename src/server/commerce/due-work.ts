import { and, asc, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { isDatabaseUnavailable } from '#server/database/index.ts'
import type { CommerceDeps } from './deps.ts'
import { makeRefund } from './refund.ts'
import { settle } from './settle-payment.ts'
import { paymentEvents, refundTasks, transactions } from './tables.ts'

// The maximum number of rows per round.
const batch = 20
/** A row claimed by one process is hidden from others for this long; it is due again if that process crashes. */
const leaseMs = 60_000
/** The delay before a notification is retried because the provider was unavailable. */
const retryEventMs = 30_000
/** The longer delay after an error, so that a failing notification does not block others. */
const retryFailedEventMs = 10 * 60_000
const retryRefundMs = 5 * 60_000

/**
 * The periodic work: polls the provider for transactions whose notification may be lost, retries unprocessed notifications, and
 * makes due refunds. Safe to run at any time in any number of processes; a failure is logged and does not stop the rest.
 */
export async function runDueWork(deps: CommerceDeps): Promise<void> {
  for (const orderId of await claimDueTransactions(deps)) await attempt(deps, orderId, () => settle(deps, orderId))
  await settleWaitingEvents(deps)
  await makeDueRefunds(deps)
}

async function attempt<Result>({ log }: CommerceDeps, orderId: string, work: () => Promise<Result>): Promise<Result | 'failed'> {
  try {
    return await work()
  } catch (error) {
    // Without the database all further work would fail, too.
    if (isDatabaseUnavailable(error)) throw error
    log.error({ err: error, orderId }, 'due work on an order failed')
    return 'failed'
  }
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
  const dueAt = sql`coalesce(${paymentEvents.retryAt}, ${paymentEvents.receivedAt} + ${retryEventMs} * interval '1 millisecond')`
  const waiting = await deps.database.query
    .select({ id: paymentEvents.id, orderId: paymentEvents.orderId })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.processedAt), sql`${dueAt} < ${now.toISOString()}::timestamptz`))
    .orderBy(asc(dueAt))
    .limit(batch)
  for (const { id, orderId } of waiting) {
    const verdict = await attempt(deps, orderId, () => settle(deps, orderId))
    const again = (ms: number) => ({ retryAt: new Date(now.getTime() + ms) })
    const isOpen = verdict === 'failed' || verdict === 'provider-unavailable'
    const set = isOpen ? again(verdict === 'failed' ? retryFailedEventMs : retryEventMs) : { processedAt: deps.clock.now(), verdict }
    await deps.database.query.update(paymentEvents).set(set).where(eq(paymentEvents.id, id))
  }
}

async function makeDueRefunds(deps: CommerceDeps): Promise<void> {
  const now = deps.clock.now()
  const due = await deps.database.query
    .select({ refundKey: refundTasks.refundKey, amountIdr: refundTasks.amountIdr, reason: refundTasks.reason, orderId: transactions.orderId })
    .from(refundTasks)
    .innerJoin(transactions, eq(transactions.id, refundTasks.transactionId))
    .where(and(eq(refundTasks.state, 'due'), lt(refundTasks.updatedAt, new Date(now.getTime() - retryRefundMs))))
    .orderBy(asc(refundTasks.updatedAt))
    .limit(batch)
  for (const task of due) {
    if ((await attempt(deps, task.orderId, () => makeRefund(deps, task))) !== 'failed') continue
    await deps.database.query.update(refundTasks).set({ updatedAt: now }).where(eq(refundTasks.refundKey, task.refundKey))
  }
}

/** Counting ends here, so that a long queue does not make monitoring slow. */
const countedAtMost = 1000

/** For monitoring: transactions whose status is due to be read at the provider, and for how long the oldest has been due. */
export async function readDue({ database, clock }: Pick<CommerceDeps, 'database' | 'clock'>): Promise<{ paymentsDue: number; oldestPaymentSeconds: number }> {
  const now = clock.now()
  const due = await database.query
    .select({ dueAt: transactions.nextCheckAt })
    .from(transactions)
    .where(lte(transactions.nextCheckAt, now))
    .orderBy(asc(transactions.nextCheckAt))
    .limit(countedAtMost)
  return { paymentsDue: due.length, oldestPaymentSeconds: (now.getTime() - (due[0]?.dueAt ?? now).getTime()) / 1000 }
}

/** When the provider last sent a notification; null: never. */
export async function readLastNotification({ database }: Pick<CommerceDeps, 'database'>): Promise<Date | null> {
  const [last] = await database.query.select({ receivedAt: paymentEvents.receivedAt }).from(paymentEvents).orderBy(desc(paymentEvents.receivedAt)).limit(1)
  return last?.receivedAt ?? null
}
