import { and, eq } from 'drizzle-orm'
import type { Viewer } from '#server/http/index.ts'
import type { Rejected } from '#server/throttle/index.ts'
import type { CommerceDeps } from './deps.ts'
import { cancellations } from './limits.ts'
import { close } from './open-transaction.ts'
import { ProviderUnavailable } from './payment-provider.ts'
import { settle } from './settle-payment.ts'
import { transactions, type TransactionRow } from './tables.ts'

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
  if (!isCancellable(before)) return 'not-open'
  const limit = await deps.throttle.take([cancellations, student.id])
  if (!limit.allowed) return limit
  try {
    // A card payment that was just made would be voided by the cancellation, so it is applied first.
    await readStatus(deps, before.orderId)
    const current = await find()
    if (current && isCancellable(current)) await endAtProvider(deps, current)
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'payment-unavailable'
    throw error
  }
  const after = await find()
  if (after && isCancellable(after)) await deps.database.transaction((tx) => close(tx, deps, after))
  return (await find())?.state === 'cancelled' ? 'cancelled' : 'not-open'
}

const isCancellable = ({ state }: TransactionRow): boolean => state === 'created' || state === 'pending'

async function endAtProvider(deps: CommerceDeps, { orderId, token }: TransactionRow): Promise<void> {
  // Nothing was opened at the provider yet.
  if (!token) return
  if ((await deps.payments.cancelSession(token)) === 'in-progress') await deps.payments.cancelPayment(orderId)
  await readStatus(deps, orderId)
}

async function readStatus(deps: CommerceDeps, orderId: string): Promise<void> {
  if ((await settle(deps, orderId)) === 'provider-unavailable') throw new ProviderUnavailable('The status could not be read')
}
