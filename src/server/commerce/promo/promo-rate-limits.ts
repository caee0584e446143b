import { mustWait, type MustWait, type RateLimitKey } from '#server/platform/protection/index.ts'
import type { Outcome } from '#server/platform/outcomes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { promoAttempts, promoAttemptsPerClient } from '#server/commerce/limits.ts'

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
