import type { CertificateKey } from '#contract/learning/certificates-admin.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { CertificateDeps } from './deps.ts'
import { presentKey } from './present.ts'
import { listKeys, rotateKey } from './signing-keys.ts'

export async function listCertificateKeys({ database }: CertificateDeps): Promise<CertificateKey[]> {
  dependsOn('certificate-keys')
  return (await listKeys(database.query)).map(presentKey)
}

export async function rotateCertificateKey(
  { database, clock, audit, cacheTags }: CertificateDeps,
  admin: Viewer,
): Promise<CertificateKey[]> {
  return database.transaction(async (tx) => {
    const keyId = await rotateKey(tx, clock.now())
    await audit.record(tx, {
      actorId: admin.id,
      action: 'certificate-key.rotated',
      subjectId: keyId,
    })
    await cacheTags.invalidate(tx, ['certificate-keys'])
    return (await listKeys(tx)).map(presentKey)
  })
}
