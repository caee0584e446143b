import { and, eq, isNull } from 'drizzle-orm'
import type { Audit } from '#server/platform/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import { certificates } from '#server/learning/certificates/tables.ts'
import { revoke, type EnrollmentKey } from './enroll.ts'
import { deleteReview } from '#server/learning/reviews/reviews.ts'

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
 * which no longer counts in the rating. False when the access was already revoked.
 */
export async function revokePurchase(tx: Tx, deps: Deps, sourceRef: string): Promise<boolean> {
  const revoked = await revoke(tx, deps, sourceRef)
  if (!revoked) return false
  await deleteReview(tx, deps, revoked)
  await revokeCertificate(tx, deps, revoked)
  return true
}

/** `revokedBy` stays null: such a certificate is valid again once the student buys the course again; see store-certificate.ts. */
async function revokeCertificate(
  tx: Tx,
  { clock, audit, cacheTags }: Deps,
  { userId, courseId }: EnrollmentKey,
): Promise<void> {
  const [row] = await tx
    .update(certificates)
    .set({ revokedAt: clock.now(), revokeReason: refundReason })
    .where(and(eq(certificates.userId, userId), eq(certificates.courseId, courseId), isNull(certificates.revokedAt)))
    .returning({ id: certificates.id })
  if (!row) return
  await audit.record(tx, {
    actorId: null,
    action: 'certificate.revoked',
    subjectKind: 'certificate',
    subjectId: row.id,
    details: { reason: refundReason },
  })
  await cacheTags.invalidate(tx, [`certificate:${row.id}`])
}
