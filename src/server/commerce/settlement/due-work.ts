import { and, asc, desc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { measureQueue } from '#server/platform/database/index.ts'
import { leasedJob, type Job } from '#server/platform/jobs/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { makeRefund } from './refund.ts'
import { freshMs } from './schedule.ts'
import { settle } from './settle-payment.ts'
import { paymentEvents, refundTasks, transactions } from '#server/commerce/tables.ts'

/** The delay before a notification is retried because the provider was unavailable. */
const retryEventMs = 30_000
/** The longer delay after an error, so that a failing notification does not block others. */
const retryFailedEventMs = 10 * minuteMs
const retryRefundMs = 5 * minuteMs
const retryRefusedRefundMs = 12 * hourMs

/** Orders at once, so that a provider that hangs does not hold a batch longer than its lease: at 0.3 s a read, about 25 statuses a second. */
const rates = { leaseMs: minuteMs, batch: 20, atOnce: 10 }
/** Reserved in a batch for fresh orders, whose buyers wait. The rest is for what has been due longest: nothing starves. */
const freshBatch = 15

/** Polls the provider for transactions whose notification may be lost. */
export const statusJob = (deps: CommerceDeps): Job =>
  leasedJob(deps, {
    name: 'payment-statuses',
    table: transactions,
    id: 'id',
    isDue: (now) => lte(transactions.nextCheckAt, now),
    orderBy: [asc(transactions.nextCheckAt)],
    dueAt: 'nextCheckAt',
    ...rates,
    parts: (now) => [
      {
        // The states as literals, as in the partial index: with parameters it would not be used.
        where: sql`${transactions.state} in ('created', 'pending') and ${gt(transactions.createdAt, new Date(now.getTime() - freshMs))}`,
        orderBy: [desc(transactions.createdAt)],
        limit: freshBatch,
      },
      { where: sql`true`, orderBy: [asc(transactions.nextCheckAt)], limit: rates.batch },
    ],
    retries: { everyMs: minuteMs },
    logged: ({ orderId }) => ({ orderId }),
    send: ({ orderId }) => settle(deps, orderId),
    // The status says when it is read next.
    done: () => null,
  })

/** Retries notifications that were not processed, the oldest first. */
export const eventJob = (deps: CommerceDeps): Job => {
  const dueAt = sql`coalesce(${paymentEvents.retryAt}, ${paymentEvents.receivedAt} + ${retryEventMs} * interval '1 millisecond')`
  return leasedJob(deps, {
    name: 'payment-events',
    table: paymentEvents,
    id: 'id',
    isWaiting: sql`${paymentEvents.processedAt} is null`,
    isDue: (now) => sql`${dueAt} < ${now.toISOString()}::timestamptz`,
    orderBy: [asc(paymentEvents.receivedAt)],
    dueAt: 'retryAt',
    ...rates,
    retries: { everyMs: retryFailedEventMs },
    logged: ({ orderId }) => ({ orderId }),
    send: ({ orderId }) => settle(deps, orderId),
    done(_event, verdict) {
      const now = deps.clock.now()
      return verdict === 'provider-unavailable'
        ? { retryAt: new Date(now.getTime() + retryEventMs) }
        : { processedAt: now, verdict }
    },
  })
}

/** Makes refunds that are due. */
export const refundJob = (deps: CommerceDeps): Job =>
  leasedJob(deps, {
    name: 'refunds',
    table: refundTasks,
    id: 'refundKey',
    isWaiting: sql`${refundTasks.state} = 'due'`,
    isDue(now) {
      const before = (ms: number) => new Date(now.getTime() - ms)
      const { updatedAt, refusedAt } = refundTasks
      return and(
        lt(updatedAt, before(retryRefundMs)),
        or(isNull(refusedAt), lt(refusedAt, before(retryRefusedRefundMs))),
      )
    },
    orderBy: [asc(refundTasks.updatedAt)],
    dueAt: 'updatedAt',
    dueAfterMs: retryRefundMs,
    ...rates,
    leaseMs: retryRefundMs,
    // Those of one order one after the other: what was refunded is compared with what was asked for.
    inTurn: ({ transactionId }) => transactionId,
    logged: ({ transactionId }) => ({ transactionId }),
    retries: { everyMs: retryRefundMs },
    async send(task) {
      const [order] = await deps.database.query
        .select({ orderId: transactions.orderId })
        .from(transactions)
        .where(eq(transactions.id, task.transactionId))
      if (order) await makeRefund(deps, { ...task, ...order })
    },
    done: () => null,
  })

/** For monitoring: transactions whose status is due to be read at the provider, and for how long the oldest has been due. */
export async function readDue({
  database,
  clock,
}: Pick<CommerceDeps, 'database' | 'clock'>): Promise<{ paymentsDue: number; oldestPaymentSeconds: number }> {
  const now = clock.now()
  const dueAt = transactions.nextCheckAt
  const { count, oldestSeconds } = await measureQueue(database.query, { dueAt, where: lte(dueAt, now), now })
  return { paymentsDue: count, oldestPaymentSeconds: oldestSeconds }
}

/** When the provider last sent a notification; null: never. */
export async function readLastCallback({ database }: Pick<CommerceDeps, 'database'>): Promise<Date | null> {
  const [last] = await database.query
    .select({ receivedAt: paymentEvents.receivedAt })
    .from(paymentEvents)
    .orderBy(desc(paymentEvents.receivedAt))
    .limit(1)
  return last?.receivedAt ?? null
}
