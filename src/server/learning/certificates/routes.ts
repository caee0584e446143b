import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { streamDownload } from '#server/platform/http/index.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { credentialType } from './signing/credentials.ts'
import type { Certificates } from './certificates.ts'
import { certificateNotFound } from './revoke-certificate.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
const asFile = (signed: string) => streamDownload('kredensial.jwt', credentialType, once(signed))

export function certificateRoutes(certificates: Certificates) {
  const { certificates: on } = endpoints
  return {
    issueCertificate: on.issueCertificate.handler(async ({ input, context, errors }) => {
      const { certificate } = accept(
        await certificates.issue({ userId: context.viewer().id, courseId: input.id, name: input.name }),
        errors,
        'issued',
      )
      return ok(certificate)
    }),
    showCertificate: on.showCertificate.handler(async ({ input, errors }) =>
      ok(found(await certificates.show(input.id), errors, certificateNotFound)),
    ),
    showCredential: on.showCredential.handler(async ({ input, errors }) =>
      asFile(found(await certificates.credentials.find(input.id), errors, certificateNotFound)),
    ),
    showCredentialStatus: on.showCredentialStatus.handler(async ({ input, errors }) =>
      asFile(found(await certificates.findStatusList(input.list), errors)),
    ),
    listCertificates: on.listCertificates.handler(async ({ input }) => {
      const { rows, ...meta } = await certificates.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    revokeCertificate: on.revokeCertificate.handler(async ({ input, context, errors }) => {
      const { certificate } = accept(
        await certificates.revoke(context.viewer(), input.id, input.reason),
        errors,
        'revoked',
      )
      return ok(certificate)
    }),
    listCertificateKeys: on.listCertificateKeys.handler(async () => ok(await certificates.listKeys())),
    rotateCertificateKey: on.rotateCertificateKey.handler(async ({ context }) =>
      ok(await certificates.rotateKey(context.viewer())),
    ),
  }
}
