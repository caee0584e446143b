import { endpoints } from '#server/endpoints.ts'
import { streamDownload } from '#server/platform/http/index.ts'
import { found } from '#server/platform/outcomes.ts'
import { credentialType } from './credentials.ts'
import type { Certificates } from './certificates.ts'
import { certificateNotFound } from './revoke-certificate.ts'
import { answer, asPage, orNotFound, serve } from '#server/serve.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
const asFile = (signed: string) => streamDownload('kredensial.jwt', credentialType, once(signed))

export const ownCertificateRoutes = (certificates: Certificates) => ({
  listMyCertificates: serve(endpoints.ownCertificates.listMyCertificates, async (viewer) =>
    certificates.listOwn(viewer.id),
  ),
})

export function certificateRoutes(certificates: Certificates) {
  const { certificates: on } = endpoints
  return {
    issueCertificate: serve(
      on.issueCertificate,
      async (viewer, input) => certificates.issue({ userId: viewer.id, courseId: input.id, name: input.name }),
      'issued',
    ),
    showCertificate: answer(
      on.showCertificate,
      async (input) => certificates.show(input.id),
      orNotFound(certificateNotFound),
    ),
    showCredential: on.showCredential.handler(async ({ input, errors }) =>
      asFile(found(await certificates.credentials.find(input.id), errors, certificateNotFound)),
    ),
    showCredentialStatus: on.showCredentialStatus.handler(async ({ input, errors }) =>
      asFile(found(await certificates.findStatusList(input.list), errors)),
    ),
    listCertificates: answer(on.listCertificates, certificates.list, asPage),
    revokeCertificate: serve(on.revokeCertificate, certificates.revoke, 'revoked'),
    listCertificateKeys: answer(on.listCertificateKeys, async () => certificates.listKeys()),
    rotateCertificateKey: serve(on.rotateCertificateKey, async (viewer) => certificates.rotateKey(viewer)),
  }
}
