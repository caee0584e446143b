import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import { deleteReview } from '#server/learning/reviews/reviews.ts'
import { findEnrollment, revoke, sourceOf, type EnrollmentKey } from './enroll.ts'
import { revokeCertificate, suspend } from './suspension.ts'

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
  {
    sourceRef,
    userId,
    isReversal = false,
    of = null,
    reason = refundReason,
  }: {
    sourceRef: string
    /** The member of a seat, whose source is no payment. */ userId?: string
    isReversal?: boolean
    of?: EnrollmentKey | null
    reason?: string
  },
): Promise<boolean> {
  const revoked = await revoke(tx, deps, { sourceRef, userId })
  if (revoked && isReversal) await suspend(tx, deps, revoked)
  if (revoked && !isReversal) {
    await deleteReview(tx, deps, revoked)
    await revokeCertificate(tx, deps, { ...revoked, reason })
  }
  if (!revoked && !isReversal && of) await deleteLeft(tx, deps, of)
  return revoked !== null
}

/** The money of a payment that the bank had taken back is refunded after all: no review stays of a student without access of their own. */
async function deleteLeft(tx: Tx, deps: Deps, of: EnrollmentKey): Promise<void> {
  const active = await findEnrollment(tx, of.userId, of.courseId)
  if (!active || sourceOf(active.sourceRef) === 'staff') await deleteReview(tx, deps, of)
}
