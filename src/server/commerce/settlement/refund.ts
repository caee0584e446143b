import { and, count, eq, sql, sum } from 'drizzle-orm'
import type { RefundInput } from '#contract/commerce/orders-staff.ts'
import { dayMs } from '#contract/kit/durations.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { ProviderUnavailable, type OrderProvider } from '#server/commerce/payments/payment-provider.ts'
import { readLines } from '#server/commerce/orders/lines.ts'
import { isGiftClaimed } from '#server/commerce/gifts/claim-gift.ts'
import { amountOf, leftOf } from '#server/commerce/items/refund-lines.ts'
import { mailRefusedRefund } from '#server/commerce/messages.ts'
import { recountSeats, recountSeatsOfOrder } from '#server/commerce/teams/paid-seats.ts'
import { planSeatRefund } from '#server/commerce/teams/plan-seat-refund.ts'
import { returnHeld } from './resolve-held.ts'
import { findNamedAmounts, isStillDue } from './named-amounts.ts'
import { settleOrThrow } from './settle-payment.ts'
import { refundTasks, transactions, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import { hasPaid } from '#server/commerce/orders/states.ts'

/** Waiting: requested, and retried until the provider responds. */
type Refunded = { outcome: 'refunded' | 'waiting' } | Refusal<'refund-refused' | 'provider-unavailable'>
type NotRefunded =
  | Refusal<'not-found' | 'not-refundable' | 'refund-under-way' | 'gift-claimed'>
  | FieldRefusal<'amount-too-large' | 'line-needed' | 'seats-rejected'>

type RefundRequest = { actorId: string; transactionId: string } & Omit<RefundInput, 'id'> & {
    /** Only what is left beside refunds already due. */
    besidesDue?: boolean
  }

/** Refunds on behalf of staff. The task is stored with actor and reason before the provider is called, so that a failed call is retried with the same key. */
export async function refundByStaff(deps: CommerceDeps, request: RefundRequest): Promise<Refunded | NotRefunded> {
  const rejected = await returnHeld(deps, request)
  if (rejected.outcome !== 'not-in-review') return rejected
  const stored = await deps.database.transaction((tx) => insertRefundTask(tx, deps, request))
  if (stored.outcome !== 'stored') return stored
  const made = await makeRefund(deps, stored.task, { mayRetry: false })
  return made === 'refused' ? refused('refund-refused') : { outcome: made === 'done' ? 'refunded' : 'waiting' }
}

export type RefundTask = {
  refundKey: string
  amountIdr: number
  reason: string
  orderId: string
  createdAt: Date
  refusedAt: Date | null
}

/** Stores a refund to be made; the caller makes it after the commit. */
export async function insertRefundTask(
  tx: Tx,
  deps: CommerceDeps,
  request: RefundRequest,
): Promise<{ outcome: 'stored'; task: RefundTask } | NotRefunded> {
  const { transactionId, amount, refundedBefore, besidesDue = false } = request
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, transactionId)).for('update')
  if (!row) return refused('not-found')
  const leftIdr = row.amountIdr - row.refundedAmountIdr
  if (!hasPaid(row.state) || leftIdr === 0) return refused('not-refundable')
  const earlier = await countTasks(tx, row)
  const openIdr = leftIdr - (besidesDue ? earlier.dueIdr : 0)
  if (
    (besidesDue ? openIdr <= 0 : earlier.dueIdr > 0) ||
    (refundedBefore !== undefined && refundedBefore !== row.refundedAmountIdr)
  )
    return refused('refund-under-way')
  // A claimed gift is in use, by somebody who paid nothing.
  if (row.giftEmail !== null && (await isGiftClaimed(tx, row.id))) return refused('gift-claimed')
  const lines = await readLines(tx, row.id)
  const lineIds = row.kind === 'team' && besidesDue ? undefined : request.lineIds
  if (row.kind === 'team') {
    const planned = await planSeatRefund(tx, deps, { ...request, row, lineIds, lines })
    if (planned.outcome !== 'planned') return planned
    const stored = await storeTask(tx, deps, row, { ...request, ...planned, number: earlier.all + 1 })
    // Nobody takes a seat that is going back.
    await recountSeats(tx, deps, { row })
    return stored
  }
  if (request.seats !== undefined) return refusedFields('seats-rejected', { seats: 'Pesanan ini bukan kursi tim' })
  const named = lineIds ? lines.filter((line) => lineIds.includes(line.id)) : null
  if (lineIds && named?.length !== new Set(lineIds).size) return refused('not-found')
  // A refund that is under way names what of a line goes back already.
  const underWay = await findNamedAmounts(tx, row.id, isStillDue)
  const goneOf = (line: LineRow) =>
    Math.max(line.refundedAmountIdr, Math.min(amountOf(line), underWay.get(line.id) ?? 0))
  const ofNamedIdr = named?.reduce((sum, line) => sum + amountOf(line) - goneOf(line), 0)
  if (ofNamedIdr === 0 && named?.some((line) => goneOf(line) > line.refundedAmountIdr))
    return refused('refund-under-way')
  const amountIdr = amount ?? Math.min(ofNamedIdr ?? openIdr, openIdr)
  if (amountIdr === 0) return refused('not-refundable')
  if (amountIdr > (ofNamedIdr ?? leftIdr))
    return refusedFields('amount-too-large', { amount: 'Lebih besar dari dana yang tersisa' })
  // An amount alone would be taken from every teacher of the order, and end no access.
  const couldBeOf = named ?? lines.filter((line) => leftOf(line) > 0)
  if (amount !== undefined && amount < (ofNamedIdr ?? leftIdr) && couldBeOf.length > 1)
    return refusedFields('line-needed', { lineIds: 'Jumlah sebagian berlaku untuk satu isi pesanan: pilih yang mana.' })
  return storeTask(tx, deps, row, {
    ...request,
    amountIdr,
    number: earlier.all + 1,
    lineIds: named?.map(({ id }) => id) ?? null,
    linesRefundedIdr: named?.map((line) => (named.length === 1 ? goneOf(line) + amountIdr : amountOf(line))) ?? null,
    ...(named ? { items: named.map(titleOf) } : {}),
  })
}

type NewTask = {
  actorId: string
  reason: string
  amountIdr: number
  /** Counts the refunds of this order, from 1. */
  number: number
  lineIds: string[] | null
  linesRefundedIdr: number[] | null
  /** Titles for the audit log. */
  items?: string[]
  seats?: number | undefined
}

async function storeTask(
  tx: Tx,
  deps: CommerceDeps,
  row: TransactionRow,
  { actorId, reason, amountIdr, number, lineIds, linesRefundedIdr, items, seats }: NewTask,
): Promise<{ outcome: 'stored'; task: RefundTask }> {
  const now = deps.clock.now()
  const task = { refundKey: `refund-${row.orderId}-${number}`, amountIdr, reason }
  await tx.insert(refundTasks).values({
    ...task,
    lineIds,
    linesRefundedIdr,
    transactionId: row.id,
    createdAt: now,
    updatedAt: now,
  })
  await deps.audit.record(tx, {
    actorId,
    action: 'transaction.refund-asked',
    subjectId: row.id,
    details: {
      amountIdr,
      reason,
      orderId: row.orderId,
      ...(items ? { items } : {}),
      ...(seats === undefined ? {} : { seats }),
    },
  })
  return { outcome: 'stored', task: { ...task, orderId: row.orderId, createdAt: now, refusedAt: null } }
}

const titleOf = ({ itemTitle }: LineRow): string => itemTitle

async function countTasks(tx: Tx, row: TransactionRow): Promise<{ all: number; dueIdr: number }> {
  const [counted] = await tx
    .select({
      all: count(),
      dueIdr: sql<number>`coalesce(sum(${refundTasks.amountIdr}) filter (where ${refundTasks.state} = 'due'), 0)::int`,
    })
    .from(refundTasks)
    .where(eq(refundTasks.transactionId, row.id))
  return counted ?? { all: 0, dueIdr: 0 }
}

/** The bank settles a card payment within a day or two. */
const settledWithinMs = 3 * dayMs

/**
 * Requests a due refund from the provider and applies the result. The key makes concurrent requests the same refund. One that is owed
 * and refused stays due while the bank has not settled the card payment, of which no part can be refunded before; else it becomes the
 * work of admins. A member of staff who asks for one learns it at once.
 */
export async function makeRefund(
  deps: CommerceDeps,
  task: RefundTask,
  { mayRetry = true } = {},
): Promise<'waiting' | 'done' | 'refused'> {
  const updateTask = (values: Partial<typeof refundTasks.$inferInsert>) =>
    deps.database.transaction(async (tx) => {
      await tx
        .update(refundTasks)
        .set({ ...values, updatedAt: deps.clock.now() })
        .where(eq(refundTasks.refundKey, task.refundKey))
      // Seats that were going back stay with the team.
      if (values.state === 'refused') await recountSeatsOfOrder(tx, deps, task.orderId)
    })
  try {
    // Meanwhile somebody may have refunded it at the provider, under another key.
    if (task.refusedAt) await settleOrThrow(deps, task.orderId)
    const isMade = task.refusedAt !== null && (await isRefunded(deps, task))
    const response = isMade ? 'done' : await requestRefund(deps, task)
    await settleOrThrow(deps, task.orderId)
    // The refund may have been made elsewhere, or by an earlier call whose response was lost; the refunded amount shows it.
    const outcome = response === 'refused' && (await isRefunded(deps, task)) ? 'done' : response
    if (outcome === 'refused' && mayRetry) return await retryRefused(deps, task)
    await updateTask({ state: outcome })
    return outcome
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    await updateTask({})
    return 'waiting'
  }
}

async function retryRefused(deps: CommerceDeps, task: RefundTask): Promise<'waiting' | 'refused'> {
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const [row] = await tx.select().from(transactions).where(eq(transactions.orderId, task.orderId))
    const isTooLate = now.getTime() - task.createdAt.getTime() >= settledWithinMs
    const state = row?.providerStatus === 'capture' && !isTooLate ? 'due' : 'refused'
    const changed = await tx
      .update(refundTasks)
      .set({ refusedAt: now, updatedAt: now, state })
      .where(and(eq(refundTasks.refundKey, task.refundKey), eq(refundTasks.state, 'due')))
      .returning({ key: refundTasks.refundKey })
    if (state === 'due') return 'waiting'
    deps.log.warn({ orderId: task.orderId }, 'the provider rejected a due refund: it must be made manually')
    await recountSeatsOfOrder(tx, deps, task.orderId)
    if (row && changed.length > 0) await mailRefusedRefund(tx, deps, { row, amountIdr: task.amountIdr })
    return 'refused'
  })
}

async function requestRefund({ payments, database }: CommerceDeps, task: RefundTask): Promise<'done' | 'refused'> {
  const [row] = await database.query.select().from(transactions).where(eq(transactions.orderId, task.orderId))
  if (!row) return 'refused'
  const provider = payments.of(row.method)
  const response = await provider.refund({ ...task, amountIdr: await findAskedIdr(provider, row, task) })
  if (response === 'done') return 'done'
  // A card payment that the bank has not settled yet cannot be refunded, but it can be voided in full.
  return row.amountIdr === task.amountIdr ? provider.cancelPayment(task.orderId) : 'refused'
}

/** Caps the refund of a payment that was accepted for less than the price, at what is left of it. */
async function findAskedIdr(
  provider: OrderProvider,
  { orderId, acceptedAlert }: TransactionRow,
  { amountIdr }: RefundTask,
): Promise<number> {
  const reported = acceptedAlert === 'amount' ? await provider.readStatus(orderId) : null
  if (!reported || reported.amountIdr === null) return amountIdr
  const leftIdr = reported.amountIdr + reported.buyerFeeIdr - (reported.refundedIdr ?? 0)
  return leftIdr > 0 ? Math.min(amountIdr, leftIdr) : amountIdr
}

/** True when the refunded amount covers all completed tasks and this one. */
async function isRefunded({ database }: CommerceDeps, task: RefundTask): Promise<boolean> {
  const [row] = await database.query
    .select({ id: transactions.id, refundedIdr: transactions.refundedAmountIdr })
    .from(transactions)
    .where(eq(transactions.orderId, task.orderId))
  if (!row) return false
  const [made] = await database.query
    .select({ idr: sum(refundTasks.amountIdr) })
    .from(refundTasks)
    .where(and(eq(refundTasks.transactionId, row.id), eq(refundTasks.state, 'done')))
  return row.refundedIdr >= Number(made?.idr ?? 0) + task.amountIdr
}
