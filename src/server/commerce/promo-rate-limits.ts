import { desc, eq } from 'drizzle-orm'
import type { Transaction } from '#server/database/index.ts'
import type { Attempt, Rejected } from '#server/throttle/index.ts'
import type { CommerceDeps } from './deps.ts'
import { newTransactions, promoAttempts, promoAttemptsPerClient } from './limits.ts'
import { transactions } from './tables.ts'

export type TooMany = { outcome: 'too-many'; retryAfterSeconds: number }

const tooMany = ({ retryAfterSeconds }: Pick<Rejected, 'retryAfterSeconds'>): TooMany => ({ outcome: 'too-many', retryAfterSeconds })

/** Runs `work` unless too many invalid promo codes were tried by this student or client. Only invalid codes count. */
export async function guardPromo<Result extends { outcome: string }>(
  { throttle }: CommerceDeps,
  { promoCode, studentId, client }: { promoCode: string | null; studentId: string | null; client: string },
  work: () => Promise<Result>,
): Promise<Result | TooMany> {
  if (promoCode === null) return work()
  const attempts: Attempt[] = [[promoAttemptsPerClient, client], ...(studentId ? [[promoAttempts, studentId] satisfies Attempt] : [])]
  const limit = await throttle.check(...attempts)
  if (!limit.allowed) return tooMany(limit)
  const result = await work()
  if (result.outcome === 'invalid-promo') await throttle.charge(...attempts)
  return result
}

/** Whether this student opened too many transactions recently. Counts rows, so that reusing an open transaction is free. */
export async function findTooManyOpened(tx: Transaction, { clock }: CommerceDeps, studentId: string): Promise<TooMany | null> {
  const { times, perMs } = newTransactions
  const [earliest] = await tx
    .select({ createdAt: transactions.createdAt })
    .from(transactions)
    .where(eq(transactions.studentId, studentId))
    .orderBy(desc(transactions.createdAt))
    .offset(times - 1)
    .limit(1)
  const waitMs = earliest ? earliest.createdAt.getTime() + perMs - clock.now().getTime() : 0
  return waitMs > 0 ? tooMany({ retryAfterSeconds: Math.ceil(waitMs / 1000) }) : null
}
