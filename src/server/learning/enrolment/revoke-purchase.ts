import { eq } from 'drizzle-orm'
import type { Audit } from '#server/platform/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import { deleteReview, findReview } from '#server/learning/reviews/reviews.ts'
import { enrollments } from '#server/learning/tables.ts'
import { revoke } from './enroll.ts'
import { reversalReason, revokeCertificate, suspend } from './suspension.ts'

type Deps = {
  catalog: Catalog
  clock: Clock
  audit: Audit
  cacheTags: CacheTags
  notifications: Pick<Notifications, 'withdraw'>
}

const refundReason = 'Dana pembelian kelas dikembalikan'

/**
 * Revokes the access of a purchase whose money went back, and what only a student of the course has: the certificate and the review,
 * which no longer counts in the rating. After a reversal the payment may be settled again, so both are only suspended. False when the access
 * was already revoked.
 */
export async function revokePurchase(
  tx: Tx,
  deps: Deps,
  sourceRef: string,
  { isReversal = false } = {},
): Promise<boolean> {
  const revoked = await revoke(tx, deps, sourceRef)
  if (revoked && isReversal) await suspend(tx, deps, revoked)
  if (revoked && !isReversal) {
    await deleteReview(tx, deps, revoked)
    await revokeCertificate(tx, deps, revoked, refundReason)
  }
  if (!revoked && !isReversal) await deleteSuspended(tx, deps, sourceRef)
  return revoked !== null
}

/** The money of a payment that the bank had taken back is refunded after all. */
async function deleteSuspended(tx: Tx, deps: Deps, sourceRef: string): Promise<void> {
  const { userId, courseId } = enrollments
  const [ended] = await tx.select({ userId, courseId }).from(enrollments).where(eq(enrollments.sourceRef, sourceRef))
  if (!ended) return
  const review = await findReview(tx, ended.userId, ended.courseId)
  if (review?.hiddenReason === reversalReason) await deleteReview(tx, deps, ended)
}
