import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { tooManyRequests, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { ConversationDeps } from './deps.ts'
import { isNewAccount } from './new-accounts.ts'

const limits = {
  question: { name: 'question', times: 60, perMs: hourMs },
  answer: { name: 'answer', times: 120, perMs: hourMs },
  report: { name: 'report', times: 30, perMs: dayMs },
} as const satisfies Record<string, RateLimit>

const newAccountLimits = {
  question: { name: 'question of a new account', times: 15, perMs: hourMs },
  answer: { name: 'answer of a new account', times: 30, perMs: hourMs },
  report: { name: 'report of a new account', times: 15, perMs: dayMs },
} as const satisfies Record<string, RateLimit>

/** Applies to each of the places of a course, so that no day, whenever it begins, has more than that many. */
export const announcementsPerPlace: RateLimit = { name: 'announcement', times: 1, perMs: dayMs }
/** To chosen students, such as one who asked for help. */
export const announcementsToSelected: RateLimit = { name: 'announcement to selected', times: 50, perMs: dayMs }

const nouns = { question: 'pertanyaan', answer: 'jawaban', report: 'laporan' } as const

/** Counts what a person writes; the rejection when it is too much. Staff of the course are not held back. */
export async function takeWriting(
  { identity, rateLimiter, clock }: ConversationDeps,
  viewer: Viewer,
  { what, isStaff }: { what: keyof typeof limits; isStaff: boolean },
): Promise<TooManyRequests | null> {
  if (isStaff) return null
  const account = await identity.findAccount(viewer.id)
  const isNew = account === null || isNewAccount(account.createdAt, clock.now())
  const limit = isNew ? newAccountLimits[what] : limits[what]
  const counted = await rateLimiter.take([limit, viewer.id])
  const named = `Paling banyak ${limit.times} ${nouns[what]} ${limit.perMs === dayMs ? 'sehari' : 'sejam'}.`
  return counted.allowed ? null : tooManyRequests(counted, named)
}
