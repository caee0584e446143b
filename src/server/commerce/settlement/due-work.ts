import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { claimDue, isDatabaseUnavailable } from '#server/platform/database/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { sendDueReminders } from '#server/commerce/checkout/remind.ts'
import { sendDueGifts } from '#server/commerce/gifts/send-gift.ts'
import { makeRefund } from './refund.ts'
import { freshMs } from './schedule.ts'
import { settle } from './settle-payment.ts'
import { paymentEvents, refundTasks, transactions } from '#server/commerce/tables.ts'

// The maximum number of rows claimed at once.
const batch = 20
/** Of these, for fresh orders, whose buyers wait. The others are for what has been due longest, so that it is never starved. */
const freshBatch = 15
/** Orders at once, so that a provider that hangs does not hold a batch longer than its lease. */
const ordersAtOnce = 10
/** Further batches are claimed until this; a shutdown waits for it. At 0.3 s a read, a process reads about 25 statuses a second. */
const roundMs = 8_000
/** A row claimed by one process is hidden from others for this long; it is due again if that process crashes. */
const leaseMs = minuteMs
/** The delay before a notification is retried because the provider was unavailable. */
const retryEventMs = 30_000
/** The longer delay after an error, so that a failing notification does not block others. */
const retryFailedEventMs = 10 * minuteMs
const retryRefundMs = 5 * minuteMs
const retryRefusedRefundMs = 12 * hourMs

/**
 * The periodic work: polls the provider for transactions whose notification may be lost, retries unprocessed notifications, and
 * makes due refunds. Safe to run at any time in any number of processes; a failure is logged and does not stop the rest.
 */
export async function runDueWork(deps: CommerceDeps): Promise<void> {
  await settleWaitingEvents(deps)
  await makeDueRefunds(deps)
  await sendDueGifts(deps)
  await sendDueReminders(deps)
  await readDueStatuses(deps)
}

async function readDueStatuses(deps: CommerceDeps): Promise<void> {
  const began = performance.now()
  for (;;) {
    const orderIds = await claimDueTransactions(deps)
    await forEachOrder(orderIds, (orderId) => attempt(deps, orderId, () => settle(deps, orderId)))
    if (orderIds.length < batch || performance.now() - began > roundMs) return
  }
}

/** Works on several orders of a batch at once. */
async function forEachOrder<Task>(
  batchOfTasks: readonly Task[],
  work: (task: Task) => Promise<unknown>,
): Promise<void> {
  // Shared, so that each worker takes the next one.
  const left = batchOfTasks.values()
  const workThrough = async () => {
    for (const task of left) await work(task)
  }
  await Promise.all(Array.from({ length: ordersAtOnce }, workThrough))
}

async function attempt<Result>(
  { log }: CommerceDeps,
  orderId: string,
  work: () => Promise<Result>,
): Promise<Result | 'failed'> {
  try {
    return await work()
  } catch (error) {
    // Without the database all further work would fail, too.
    if (isDatabaseUnavailable(error)) throw error
    log.error({ err: error, orderId }, 'due work on an order failed')
    return 'failed'
  }
}

/** Order ids of due transactions, now hidden from other processes. */
async function claimDueTransactions({ database, clock }: CommerceDeps): Promise<string[]> {
  const now = clock.now()
  const isDue = lte(transactions.nextCheckAt, now)
  const nextCheckAt = new Date(now.getTime() + leaseMs)
  return database.transaction(async (tx) => {
    const select = () => tx.select({ id: transactions.id, orderId: transactions.orderId }).from(transactions)
    const lease = (ids: string[]) => tx.update(transactions).set({ nextCheckAt }).where(inArray(transactions.id, ids))
    // The states as literals, as in the partial index: with parameters it would not be used.
    const newest = select()
      .where(
        and(
          sql`${transactions.state} in ('created', 'pending')`,
          gt(transactions.createdAt, new Date(now.getTime() - freshMs)),
          isDue,
        ),
      )
      .orderBy(desc(transactions.createdAt))
      .limit(freshBatch)
    const fresh = await claimDue(newest, lease)
    const longestDue = select()
      .where(isDue)
      .orderBy(asc(transactions.nextCheckAt))
      .limit(batch - fresh.length)
    return [...fresh, ...(await claimDue(longestDue, lease))].map((row) => row.orderId)
  })
}

/** Notifications that wait to be processed, oldest first, now hidden from other processes. */
function claimWaitingEvents({ database, clock }: CommerceDeps): Promise<{ id: string; orderId: string }[]> {
  const now = clock.now()
  const retryAt = new Date(now.getTime() + leaseMs)
  const dueAt = sql`coalesce(${paymentEvents.retryAt}, ${paymentEvents.receivedAt} + ${retryEventMs} * interval '1 millisecond')`
  return database.transaction((tx) => {
    const waiting = tx
      .select({ id: paymentEvents.id, orderId: paymentEvents.orderId })
      .from(paymentEvents)
      .where(and(isNull(paymentEvents.processedAt), sql`${dueAt} < ${now.toISOString()}::timestamptz`))
      .orderBy(asc(paymentEvents.receivedAt))
      .limit(batch)
    return claimDue(waiting, (ids) => tx.update(paymentEvents).set({ retryAt }).where(inArray(paymentEvents.id, ids)))
  })
}

async function settleWaitingEvents(deps: CommerceDeps): Promise<void> {
  await forEachOrder(await claimWaitingEvents(deps), async ({ id, orderId }) => {
    const verdict = await attempt(deps, orderId, () => settle(deps, orderId))
    const now = deps.clock.now()
    const again = (ms: number) => ({ retryAt: new Date(now.getTime() + ms) })
    const isOpen = verdict === 'failed' || verdict === 'provider-unavailable'
    const set = isOpen ? again(verdict === 'failed' ? retryFailedEventMs : retryEventMs) : { processedAt: now, verdict }
    await deps.database.query.update(paymentEvents).set(set).where(eq(paymentEvents.id, id))
  })
}

/** Refunds that are due, now hidden from other processes until they are retried. */
function claimDueRefunds({ database, clock }: CommerceDeps) {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  return database.transaction((tx) => {
    const due = tx
      .select({
        id: refundTasks.refundKey,
        amountIdr: refundTasks.amountIdr,
        reason: refundTasks.reason,
        orderId: transactions.orderId,
        createdAt: refundTasks.createdAt,
        refusedAt: refundTasks.refusedAt,
      })
      .from(refundTasks)
      .innerJoin(transactions, eq(transactions.id, refundTasks.transactionId))
      .where(
        and(
          eq(refundTasks.state, 'due'),
          lt(refundTasks.updatedAt, before(retryRefundMs)),
          or(isNull(refundTasks.refusedAt), lt(refundTasks.refusedAt, before(retryRefusedRefundMs))),
        ),
      )
      .orderBy(asc(refundTasks.updatedAt))
      .limit(batch)
    const lease = (keys: string[]) =>
      tx.update(refundTasks).set({ updatedAt: now }).where(inArray(refundTasks.refundKey, keys))
    return claimDue(due, lease, refundTasks)
  })
}

async function makeDueRefunds(deps: CommerceDeps): Promise<void> {
  const byOrder = Map.groupBy(await claimDueRefunds(deps), ({ orderId }) => orderId)
  // Those of one order one after the other: what was refunded is compared with what was asked for.
  await forEachOrder([...byOrder.values()], async (tasks) => {
    for (const task of tasks) await attempt(deps, task.orderId, () => makeRefund(deps, { ...task, refundKey: task.id }))
  })
}

/** Counting ends here, so that a long queue does not make monitoring slow. */
const countedAtMost = 1000

/** For monitoring: transactions whose status is due to be read at the provider, and for how long the oldest has been due. */
export async function readDue({
  database,
  clock,
}: Pick<CommerceDeps, 'database' | 'clock'>): Promise<{ paymentsDue: number; oldestPaymentSeconds: number }> {
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
  const [last] = await database.query
    .select({ receivedAt: paymentEvents.receivedAt })
    .from(paymentEvents)
    .orderBy(desc(paymentEvents.receivedAt))
    .limit(1)
  return last?.receivedAt ?? null
}
