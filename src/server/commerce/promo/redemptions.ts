import { eq } from 'drizzle-orm'
import { promoRedemptions } from '#server/commerce/prices/index.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'

/** Redeems the code for a transaction. Idempotent, because a lapsed transaction may still be paid. */
export async function redeemPromo(
  tx: Tx,
  use: { promoId: string; transactionId: string; studentId: string; now: Date },
): Promise<void> {
  const { now, ...row } = use
  await tx
    .insert(promoRedemptions)
    .values({ ...row, createdAt: now })
    .onConflictDoNothing()
}

/** Releases the redemption of a transaction that ended unpaid. */
export async function releasePromo(queryable: Queryable, transactionId: string): Promise<void> {
  await queryable.delete(promoRedemptions).where(eq(promoRedemptions.transactionId, transactionId))
}
