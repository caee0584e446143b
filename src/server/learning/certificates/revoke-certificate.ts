import { and, eq, isNull, or } from 'drizzle-orm'
import type { CertificateRecord } from '#contract/learning/certificates-admin.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { CertificateDeps } from './deps.ts'
import { presentRecord } from './present.ts'
import { certificates } from './tables.ts'

type NotRevoked = { outcome: 'not-found'; message: string } | Refusal<'already-revoked'>
export const certificateNotFound = 'Sertifikat tidak ditemukan.'

/** Revokes a certificate; its page and API response show it as revoked at once. */
export async function revokeCertificate(
  { database, identity, audit, cacheTags, clock }: CertificateDeps,
  admin: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<{ outcome: 'revoked'; certificate: CertificateRecord } | NotRevoked> {
  const revoked = await database.transaction(async (tx) => {
    const [row] = await tx
      .update(certificates)
      .set({ revokedAt: clock.now(), revokedBy: admin.id, revokeReason: reason })
      // One that a refund revoked would be valid again with the next purchase.
      .where(and(eq(certificates.id, id), or(isNull(certificates.revokedAt), isNull(certificates.revokedBy))))
      .returning()
    if (!row) return null
    await audit.record(tx, {
      actorId: admin.id,
      action: 'certificate.revoked',
      subjectId: id,
      details: { reason },
    })
    await cacheTags.invalidate(tx, [`certificate:${id}`])
    return row
  })
  if (!revoked) {
    const known = await database.query.select({ id: certificates.id }).from(certificates).where(eq(certificates.id, id))
    return known.length > 0 ? refused('already-revoked') : { outcome: 'not-found', message: certificateNotFound }
  }
  const people = await identity.findUserProfiles([revoked.userId])
  return { outcome: 'revoked', certificate: presentRecord(revoked, people.get(revoked.userId)) }
}
