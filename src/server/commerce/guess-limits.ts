import { desc, eq } from 'drizzle-orm'
import type { Transaction } from '#server/database/index.ts'
import type { Claim, Refused } from '#server/throttle/index.ts'
import type { CommerceDeps } from './commerce.ts'
import { newTransactions, promoGuesses, promoGuessesOfClient } from './limits.ts'
import { transactions } from './tables.ts'

export type TooMany = { outcome: 'too-many'; retryAfterSeconds: number }

const tooMany = ({ retryAfterSeconds }: Pick<Refused, 'retryAfterSeconds'>): TooMany => ({ outcome: 'too-many', retryAfterSeconds })

/** Runs what a promo code is tried with. Codes that are not good are counted, for the student and for the client. */
export async function guardPromo<Result extends { outcome: string }>(
  { throttle }: CommerceDeps,
  { promoCode, studentId, client }: { promoCode: string | null; studentId: string | null; client: string },
  work: () => Promise<Result>,
): Promise<Result | TooMany> {
  if (promoCode === null) return work()
  const claims: Claim[] = [[promoGuessesOfClient, client], ...(studentId ? [[promoGuesses, studentId] satisfies Claim] : [])]
  const mayTry = await throttle.check(...claims)
  if (!mayTry.allowed) return tooMany(mayTry)
  const result = await work()
  if (result.outcome === 'invalid-promo') await throttle.charge(...claims)
  return result
}

/** Has this student opened so many transactions of late that another one must wait? Counted where they are, so that asking again for an open one is free. */
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
