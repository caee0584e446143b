import { and, eq } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, tooManyRequests, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { cancellations } from './rate-limits.ts'
import { cancelOpen } from './open-transaction.ts'
import { ProviderUnavailable } from '#server/commerce/provider/payment-provider.ts'
import { settleOrThrow } from '#server/commerce/settlement/settle-payment.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { isUnpaid } from '#server/commerce/settlement/transition.ts'

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
  const find = async () => {
    const [row] = await deps.database.query
      .select()
      .from(transactions)
      .where(and(eq(transactions.id, transactionId), eq(transactions.studentId, student.id)))
    return row ?? null
  }
  const before = await find()
  if (!before) return refused('not-found')
  if (!isUnpaid(before.state)) return refused('not-cancellable')
  const limit = await deps.rateLimiter.take([cancellations, student.id])
  if (!limit.allowed) return tooManyRequests(limit)
  try {
    // A card payment that was just made would be voided by the cancellation, so it is applied first.
    await settleOrThrow(deps, before.orderId)
    const current = await find()
    if (current && isUnpaid(current.state)) await endAtProvider(deps, current)
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refused('payment-unavailable')
    throw error
  }
  const after = await find()
  if (after && isUnpaid(after.state)) await deps.database.transaction((tx) => cancelOpen(tx, deps, after))
  return (await find())?.state === 'cancelled' ? { outcome: 'cancelled' } : refused('not-cancellable')
}

async function endAtProvider(deps: CommerceDeps, { orderId, token, method }: TransactionRow): Promise<void> {
  // Nothing was opened at the provider yet.
  if (!token) return
  const provider = deps.payments.of(method)
  if ((await provider.cancelSession(token)) === 'in-progress') await provider.cancelPayment(orderId)
  await settleOrThrow(deps, orderId)
}
