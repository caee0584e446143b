import { eq } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, tooManyRequests, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { cancellations } from '#server/commerce/limits.ts'
import { cancelOpen } from './open-transaction.ts'
import { ProviderUnavailable } from '#server/commerce/payments/payment-provider.ts'
import { settleOrThrow } from '#server/commerce/settlement/settle-payment.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { isUnpaid } from '#server/commerce/orders/states.ts'

type Cancelled =
  | { outcome: 'cancelled' }
  | Refusal<'not-found' | 'not-cancellable' | 'payment-unavailable'>
  | TooManyRequests

/** Cancels an unpaid transaction of this student, at the provider first: a payment that arrived meanwhile is settled instead. */
export async function cancelMine(
  deps: CommerceDeps,
  student: Pick<Viewer, 'id'>,
  transactionId: string,
): Promise<Cancelled> {
  const before = await find(deps, transactionId)
  if (before?.studentId !== student.id) return refused('not-found')
  if (!isUnpaid(before.state)) return refused('not-cancellable')
  const limit = await deps.rateLimiter.take([cancellations, student.id])
  if (!limit.allowed) return tooManyRequests(limit)
  if (!(await cancelAtProvider(deps, before))) return refused('payment-unavailable')
  return (await find(deps, before.id))?.state === 'cancelled' ? { outcome: 'cancelled' } : refused('not-cancellable')
}

/**
 * Cancels the unpaid order of what is free now. When the provider does not answer, a payment is refunded as one for what is owned; so is a
 * transfer whose proof was sent, because its money is on its way.
 */
export async function cancelFreed(deps: CommerceDeps, row: TransactionRow): Promise<void> {
  if (!isUnpaid(row.state)) return
  if (!(await cancelAtProvider(deps, row, { keepsProof: true })))
    deps.log.warn({ orderId: row.orderId }, 'the order of what became free could not be cancelled')
}

async function find({ database }: CommerceDeps, id: string): Promise<TransactionRow | null> {
  const [row] = await database.query.select().from(transactions).where(eq(transactions.id, id))
  return row ?? null
}

/** False when the provider did not answer: then nothing was cancelled. */
async function cancelAtProvider(
  deps: CommerceDeps,
  { id, orderId }: TransactionRow,
  { keepsProof = false } = {},
): Promise<boolean> {
  try {
    // A card payment that was just made would be voided by the cancellation, so it is applied first.
    await settleOrThrow(deps, orderId)
    const current = await find(deps, id)
    if (current && isUnpaid(current.state) && (await endAtProvider(deps, current, { keepsProof })) === 'kept')
      return true
  } catch (error) {
    if (error instanceof ProviderUnavailable) return false
    throw error
  }
  const after = await find(deps, id)
  if (after && isUnpaid(after.state)) await deps.database.transaction((tx) => cancelOpen(tx, deps, after))
  return true
}

async function endAtProvider(
  deps: CommerceDeps,
  { orderId, token, method }: TransactionRow,
  { keepsProof }: { keepsProof: boolean },
): Promise<'ended' | 'kept'> {
  // Nothing was opened at the provider yet.
  if (!token) return 'ended'
  const provider = deps.payments.of(method)
  const isInProgress = (await provider.cancelSession(token)) === 'in-progress'
  // Asked here, where no proof can come in between.
  const isKept = isInProgress && keepsProof && method !== 'card'
  if (isInProgress && !isKept) await provider.cancelPayment(orderId)
  await settleOrThrow(deps, orderId)
  return isKept ? 'kept' : 'ended'
}
