import { and, eq } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Rejected } from '#server/platform/rate-limiter/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { cancellations } from './rate-limits.ts'
import { cancelOpen } from './open-transaction.ts'
import { ProviderUnavailable } from '#server/commerce/provider/payment-provider.ts'
import { settleOrThrow } from '#server/commerce/settlement/settle-payment.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { isUnpaid } from '#server/commerce/settlement/transition.ts'

export type CancelOutcome = 'cancelled' | 'not-found' | 'not-open' | 'payment-unavailable' | Rejected

/** Cancels an unpaid transaction of this student, at the provider first: a payment that arrived meanwhile is settled instead. */
export async function cancelTransaction(deps: CommerceDeps, student: Pick<Viewer, 'id'>, transactionId: string): Promise<CancelOutcome> {
  const find = async () => {
    const [row] = await deps.database.query
      .select()
      .from(transactions)
      .where(and(eq(transactions.id, transactionId), eq(transactions.studentId, student.id)))
    return row ?? null
  }
  const before = await find()
  if (!before) return 'not-found'
  if (!isUnpaid(before.state)) return 'not-open'
  const limit = await deps.rateLimiter.take([cancellations, student.id])
  if (!limit.allowed) return limit
  try {
    // A card payment that was just made would be voided by the cancellation, so it is applied first.
    await settleOrThrow(deps, before.orderId)
    const current = await find()
    if (current && isUnpaid(current.state)) await endAtProvider(deps, current)
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'payment-unavailable'
    throw error
  }
  const after = await find()
  if (after && isUnpaid(after.state)) await deps.database.transaction((tx) => cancelOpen(tx, deps, after))
  return (await find())?.state === 'cancelled' ? 'cancelled' : 'not-open'
}

async function endAtProvider(deps: CommerceDeps, { orderId, token, method }: TransactionRow): Promise<void> {
  // Nothing was opened at the provider yet.
  if (!token) return
  const provider = deps.payments.of(method)
  if ((await provider.cancelSession(token)) === 'in-progress') await provider.cancelPayment(orderId)
  await settleOrThrow(deps, orderId)
}
