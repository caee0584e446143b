import type { Database } from '#server/platform/database/index.ts'
import { deleteExpiredChallenges } from './second-step-challenges.ts'
import { deleteExpiredTickets } from './second-step-tickets.ts'
import { deleteUnfinishedSetups } from './second-step-totp.ts'

/** Deletes passkey challenges, tickets of sign-ins whose second step is missing, and authenticator apps whose first code is: at most `limit` of each. */
export async function deleteUnfinishedSteps(
  { database }: { database: Database },
  before: Date,
  limit: number,
): Promise<number> {
  const deleted = [
    await deleteExpiredChallenges(database.query, before, limit),
    await deleteExpiredTickets(database.query, before, limit),
    await deleteUnfinishedSetups(database.query, before, limit),
  ]
  return Math.max(...deleted)
}
