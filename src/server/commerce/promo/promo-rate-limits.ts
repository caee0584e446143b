import { desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import { mustWait, type MustWait, type RateLimitKey } from '#server/platform/protection/index.ts'
import { tooManyRequests, type Outcome, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { newTransactions, promoAttempts, promoAttemptsPerClient } from '#server/commerce/limits.ts'
import { transactions } from '#server/commerce/tables.ts'

export type PromoCaller = {
  promoCode: string | null
  studentId: string | null
  client: string
  /** The header X-Challenge. */ solution: string | null
}

/** Runs `work` unless too many promo codes without effect were tried: by this student, or from this client without an account. */
export async function guardPromo<Result extends Outcome & { countsAsAttempt?: boolean }>(
  { rateLimiter, challenges }: CommerceDeps,
  { promoCode, studentId, client, solution }: PromoCaller,
  work: () => Promise<Result>,
): Promise<Result | MustWait> {
  if (promoCode === null) return work()
  const hasSolved = studentId === null && (await challenges.consume(solution, { purpose: 'promo-code', client }))
  if (hasSolved) return work()
  const attempt: RateLimitKey = studentId ? [promoAttempts, studentId] : [promoAttemptsPerClient, client]
  const tried = await rateLimiter.countFailures(
    [attempt],
    work,
    ({ countsAsAttempt }: { countsAsAttempt?: boolean }) => countsAsAttempt === true,
  )
  if (tried.allowed) return tried.result
  return mustWait(await challenges.describeWait(tried, { purpose: 'promo-code', client, difficulty: 'normal' }))
}

/** Null unless this student opened too many transactions recently. Counts rows, so that reusing an open transaction is free. */
export async function checkNewTransactionLimit(
  tx: Tx,
  { clock }: CommerceDeps,
  studentId: string,
): Promise<TooManyRequests | null> {
  const { times, perMs } = newTransactions
  const [earliest] = await tx
    .select({ createdAt: transactions.createdAt })
    .from(transactions)
    .where(eq(transactions.studentId, studentId))
    .orderBy(desc(transactions.createdAt))
    .offset(times - 1)
    .limit(1)
  const waitMs = earliest ? earliest.createdAt.getTime() + perMs - clock.now().getTime() : 0
  return waitMs > 0 ? tooManyRequests({ retryAfterSeconds: Math.ceil(waitMs / 1000) }) : null
}
