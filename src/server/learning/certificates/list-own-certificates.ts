import { and, desc, eq, isNull } from 'drizzle-orm'
import { maximumOwnCertificates, type OwnCertificate } from '#contract/learning/own-certificates.ts'
import type { CertificateDeps } from './deps.ts'
import { presentOwn } from './present.ts'
import { certificates } from './tables.ts'

/** The valid ones of a student, newest first. */
export async function listOwnCertificates({ database }: CertificateDeps, userId: string): Promise<OwnCertificate[]> {
  const rows = await database.query
    .select()
    .from(certificates)
    .where(and(eq(certificates.userId, userId), isNull(certificates.revokedAt)))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id))
    .limit(maximumOwnCertificates)
  return rows.map(presentOwn)
}
