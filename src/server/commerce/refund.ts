import { and, count, eq, sql, sum } from 'drizzle-orm'
import type { RefundInput } from '#contract/sales.ts'
import type { Transaction } from '#server/database/index.ts'
import type { CommerceDeps } from './commerce.ts'
import { ProviderUnavailable } from './payment-provider.ts'
import { settle } from './settle-payment.ts'
import { refundTasks, transactions, type TransactionRow } from './tables.ts'
import { hasPaid } from './transition.ts'

export type RefundOutcome =
  /** It is asked for and will be asked again until the provider answers. */
  'waiting' | 'done' | 'refused' | 'not-found' | 'nothing-to-refund' | 'too-much' | 'under-way'

type Ask = { actorId: string; transactionId: string } & Omit<RefundInput, 'id'>

/** Staff give money back. The task stands, with who wanted it and why, before the provider is asked; whatever happens then, it is not asked twice. */
export async function refundByStaff(deps: CommerceDeps, ask: Ask): Promise<RefundOutcome> {
  const task = await deps.database.transaction((tx) => insertTask(tx, deps, ask))
  return typeof task === 'string' ? task : makeRefund(deps, task)
}

export type RefundTask = { refundKey: string; amountIdr: number; reason: string; orderId: string }

async function insertTask(
  tx: Transaction,
  deps: CommerceDeps,
  { actorId, transactionId, reason, amount, refundedBefore }: Ask,
): Promise<RefundTask | RefundOutcome> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, transactionId)).for('update')
  if (!row) return 'not-found'
  const leftIdr = row.amountIdr - row.refundedAmountIdr
  if (!hasPaid(row.state) || leftIdr === 0) return 'nothing-to-refund'
  const earlier = await countTasks(tx, row)
  if (earlier.due > 0 || (refundedBefore !== undefined && refundedBefore !== row.refundedAmountIdr)) return 'under-way'
  const amountIdr = amount ?? leftIdr
  if (amountIdr > leftIdr) return 'too-much'
  const now = deps.clock.now()
  const task = { refundKey: `refund-${row.orderId}-${earlier.all + 1}`, amountIdr, reason }
  await tx.insert(refundTasks).values({ ...task, transactionId: row.id, createdAt: now, updatedAt: now })
  await deps.audit.record(tx, {
    actorId,
    action: 'transaction.refund-asked',
    subjectKind: 'transaction',
    subjectId: row.id,
    details: { amountIdr, reason, orderId: row.orderId },
  })
  return { ...task, orderId: row.orderId }
}

async function countTasks(tx: Transaction, row: TransactionRow): Promise<{ all: number; due: number }> {
  const [counted] = await tx
    .select({ all: count(), due: sql<number>`count(*) filter (where ${refundTasks.state} = 'due')::int` })
    .from(refundTasks)
    .where(eq(refundTasks.transactionId, row.id))
  return counted ?? { all: 0, due: 0 }
}

/** Asks the provider for a refund that is due, and takes over what came of it. The key makes two processes that ask at once ask for the same refund. */
export async function makeRefund(deps: CommerceDeps, task: RefundTask): Promise<'waiting' | 'done' | 'refused'> {
  const note = (values: Partial<typeof refundTasks.$inferInsert>) =>
    deps.database.query
      .update(refundTasks)
      .set({ ...values, updatedAt: deps.clock.now() })
      .where(eq(refundTasks.refundKey, task.refundKey))
  try {
    const answered = await askProvider(deps, task)
    await settle(deps, task.orderId)
    // It may have been made another way, or by an earlier call whose answer was lost: the books know.
    const outcome = answered === 'refused' && (await isGivenBack(deps, task)) ? 'done' : answered
    if (outcome === 'refused') deps.log.warn({ orderId: task.orderId }, 'the provider refuses a refund that is due: a person has to make it')
    await note({ state: outcome })
    return outcome
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    await note({})
    return 'waiting'
  }
}

async function askProvider({ payments, database }: CommerceDeps, task: RefundTask): Promise<'done' | 'refused'> {
  const answered = await payments.refund(task)
  if (answered === 'done') return 'done'
  // A card payment that the bank has not settled yet cannot be refunded, but it can be taken back whole.
  const [row] = await database.query.select().from(transactions).where(eq(transactions.orderId, task.orderId))
  return row?.amountIdr === task.amountIdr ? payments.cancelPayment(task.orderId) : 'refused'
}

/** Has as much gone back as all tasks up to this one wanted? */
async function isGivenBack({ database }: CommerceDeps, task: RefundTask): Promise<boolean> {
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
