import { eq } from 'drizzle-orm'
import type { Certificate } from '#contract/learning/certificates.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { CertificateDeps } from './deps.ts'
import { presentCertificate } from './present.ts'
import { certificateKeys, certificates } from './tables.ts'

/** Public for everyone who knows its URL; null when it does not exist. */
export async function showCertificate(deps: CertificateDeps, id: string): Promise<Certificate | null> {
  dependsOn(`certificate:${id}`)
  return findCertificate(deps, id)
}

export async function findCertificate({ database }: CertificateDeps, id: string): Promise<Certificate | null> {
  const [found] = await database.query
    .select({ row: certificates, publicKey: certificateKeys.publicKey })
    .from(certificates)
    .innerJoin(certificateKeys, eq(certificateKeys.id, certificates.keyId))
    .where(eq(certificates.id, id))
  return found ? presentCertificate(found) : null
}
