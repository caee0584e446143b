import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { certificateDocument } from '#contract/learning/certificates.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inBatches, type Tx } from '#server/platform/database/index.ts'
import { certificates } from '#server/learning/certificates/tables.ts'
import { enrollments, reviews } from '#server/learning/tables.ts'

type Deps = { catalog: Catalog; clock: Clock; audit: Audit; cacheTags: CacheTags }
type Key = { userId: string; courseId: string }

/** Staff read it, and what has it is shown again with the next access; a review not with one that staff gave. */
export const reversalReason = 'Pembayaran kelas dibatalkan bank'

/**
 * Takes the certificate of somebody without access, also of a path with this course. `revokedBy` stays null, so that it can be valid again with
 * the next access: after a reversal by itself (`resumeCertificates`), else when its student asks (store-certificate.ts).
 */
export async function revokeCertificate(
  tx: Tx,
  { clock, audit, cacheTags }: Deps,
  { userId, courseId, reason }: Key & { reason: string },
): Promise<void> {
  const isOfThis = or(
    eq(certificates.courseId, courseId),
    inArray(certificates.id, await listOfPaths(tx, { userId, courseId })),
  )
  const revoked = await tx
    .update(certificates)
    .set({ revokedAt: clock.now(), revokeReason: reason })
    .where(and(eq(certificates.userId, userId), isOfThis, isNull(certificates.revokedAt)))
    .returning({ id: certificates.id })
  for (const { id } of revoked)
    await audit.record(tx, {
      actorId: null,
      action: 'certificate.revoked',
      subjectId: id,
      details: { reason },
    })
  await cacheTags.invalidate(
    tx,
    revoked.map(({ id }) => `certificate:${id}`),
  )
}

/** Courses that were finished for a certificate of a path. */
const coursesOf = (document: string): string[] =>
  (certificateDocument.parse(JSON.parse(document)).path?.steps ?? []).map(({ courseId }) => courseId)

/** The certificates of paths for which somebody finished this course. */
async function listOfPaths(tx: Tx, { userId, courseId }: Key): Promise<string[]> {
  const rows = await tx
    .select({ id: certificates.id, document: certificates.document })
    .from(certificates)
    .where(and(eq(certificates.userId, userId), isNotNull(certificates.pathId)))
  return rows.flatMap(({ id, document }) => (coursesOf(document).includes(courseId) ? id : []))
}

/** Certificates of paths that the bank's reversal took from these people, once they have all its courses again. */
async function listBackOfPaths(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const taken = await inBatches(userIds, (batch) =>
    tx
      .select({ id: certificates.id, userId: certificates.userId, document: certificates.document })
      .from(certificates)
      .where(
        and(
          inArray(certificates.userId, batch),
          isNotNull(certificates.pathId),
          isNull(certificates.revokedBy),
          eq(certificates.revokeReason, reversalReason),
        ),
      ),
  )
  const back: string[] = []
  for (const { id, userId, document } of taken) {
    const needed = coursesOf(document)
    const owned = await tx
      .select({ courseId: enrollments.courseId })
      .from(enrollments)
      .where(and(eq(enrollments.userId, userId), inArray(enrollments.courseId, needed), isNull(enrollments.revokedAt)))
    if (owned.length === needed.length) back.push(id)
  }
  return back
}

/** A payment may be settled again after the bank took it back, so nothing that the student wrote is deleted. */
export async function suspend(tx: Tx, deps: Deps, { userId, courseId }: Key): Promise<void> {
  const { catalog, clock } = deps
  // Before its reviews, as everywhere.
  await catalog.lockCounters(tx, courseId)
  const [hidden] = await tx
    .update(reviews)
    .set({ hiddenAt: clock.now(), hiddenReason: reversalReason })
    .where(and(eq(reviews.userId, userId), eq(reviews.courseId, courseId), isNull(reviews.hiddenAt)))
    .returning({ rating: reviews.rating })
  if (hidden) await catalog.adjustReviews(tx, { courseId, reviews: -1, stars: -hidden.rating, isUrgent: true })
  await revokeCertificate(tx, deps, { userId, courseId, reason: reversalReason })
}

/** Shows again the suspended reviews of these students, once they have access to the course again as `mayReview` asks. */
export async function resumeReviews(
  tx: Tx,
  { catalog }: Pick<Deps, 'catalog'>,
  { courseId, userIds }: { courseId: string; userIds: readonly string[] },
): Promise<void> {
  const shown = await inBatches(userIds, (batch) =>
    tx
      .update(reviews)
      .set({ hiddenAt: null, hiddenReason: null })
      .where(
        and(eq(reviews.courseId, courseId), inArray(reviews.userId, batch), eq(reviews.hiddenReason, reversalReason)),
      )
      .returning({ rating: reviews.rating }),
  )
  const stars = shown.reduce((sum, { rating }) => sum + rating, 0)
  if (shown.length > 0) await catalog.adjustReviews(tx, { courseId, reviews: shown.length, stars, isUrgent: true })
}

/** The same for certificates, with any access. */
export async function resumeCertificates(
  tx: Tx,
  { audit, cacheTags }: Pick<Deps, 'audit' | 'cacheTags'>,
  { courseId, userIds }: { courseId: string; userIds: readonly string[] },
): Promise<void> {
  const ofPaths = await listBackOfPaths(tx, userIds)
  const valid = await inBatches(userIds, (batch) =>
    tx
      .update(certificates)
      .set({ revokedAt: null, revokeReason: null })
      .where(
        and(
          or(eq(certificates.courseId, courseId), inArray(certificates.id, ofPaths)),
          inArray(certificates.userId, batch),
          isNull(certificates.revokedBy),
          eq(certificates.revokeReason, reversalReason),
        ),
      )
      .returning({ id: certificates.id }),
  )
  for (const { id } of valid) await audit.record(tx, { actorId: null, action: 'certificate.restored', subjectId: id })
  await cacheTags.invalidate(
    tx,
    valid.map(({ id }) => `certificate:${id}`),
  )
}
