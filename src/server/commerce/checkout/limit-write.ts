import { tooManyRequests, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { writeLimits } from '#server/commerce/limits.ts'

/** Counts a writing call around a purchase. */
export async function limitWrite(
  { rateLimiter }: CommerceDeps,
  what: keyof typeof writeLimits,
  userId: string,
): Promise<{ outcome: 'allowed' } | TooManyRequests> {
  const counted = await rateLimiter.take([writeLimits[what], userId])
  return counted.allowed ? { outcome: 'allowed' } : tooManyRequests(counted)
}
