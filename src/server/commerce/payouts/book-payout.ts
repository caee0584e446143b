import { newId } from '#server/platform/new-id.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { payoutEntries, type PayoutRow } from './tables.ts'

export type BalancePayout = PayoutRow & { instructorId: string }

/** Takes the amount of a payout from the balance of its instructor, or returns it. */
export const bookPayout = (
  tx: Tx,
  { id, instructorId, amountIdr }: BalancePayout,
  { event, now }: { event: 'requested' | 'returned'; now: Date },
) =>
  tx.insert(payoutEntries).values({
    id: newId(),
    payoutId: id,
    instructorId,
    event,
    amountIdr: event === 'requested' ? amountIdr : -amountIdr,
    bookedAt: now,
  })
