import { ok } from '#contract/kit/endpoint.ts'
import { findUndrawable } from '#server/platform/fonts/index.ts'
import { endpoints, streamDownload } from '#server/platform/http/index.ts'
import { credentialType } from './credentials.ts'
import type { Certificates } from './certificates.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
const asFile = (signed: string) => streamDownload('kredensial.jwt', credentialType, once(signed))

const describeMissing = (characters: readonly string[]): string =>
  `Huruf ${characters.slice(0, 5).join(' ')} belum bisa dicetak di sertifikat. Tulis namamu dengan huruf lain, misalnya huruf Latin`

export function certificateRoutes(certificates: Certificates) {
  const { certificates: on } = endpoints
  return {
    issueCertificate: on.issueCertificate.handler(async ({ input, context, errors }) => {
      // A signed document shows the name as it is, or there is none.
      const missing = await findUndrawable(input.name)
      if (missing.length > 0) throw errors.INVALID_INPUT({ data: { errors: { name: describeMissing(missing) } } })
      const issued = await certificates.issue({ userId: context.viewer().id, courseId: input.id, name: input.name })
      if (issued === 'not-enrolled') throw errors.NOT_ENROLLED()
      if (issued === 'not-finished') throw errors.NOT_FINISHED()
      if (issued === 'revoked') throw errors.CERTIFICATE_REVOKED()
      return ok(issued)
    }),
    showCertificate: on.showCertificate.handler(async ({ input, errors }) => {
      const certificate = await certificates.show(input.id)
      if (!certificate) throw errors.NOT_FOUND({ message: 'Sertifikat tidak ditemukan.' })
      return ok(certificate)
    }),
    showCredential: on.showCredential.handler(async ({ input, errors }) => {
      const credential = await certificates.credentials.find(input.id)
      if (!credential) throw errors.NOT_FOUND({ message: 'Sertifikat tidak ditemukan.' })
      return asFile(credential)
    }),
    showCredentialStatus: on.showCredentialStatus.handler(async ({ input, errors }) => {
      const list = await certificates.findStatusList(input.list)
      if (!list) throw errors.NOT_FOUND()
      return asFile(list)
    }),
    listCertificates: on.listCertificates.handler(async ({ input }) => {
      const { rows, ...meta } = await certificates.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    revokeCertificate: on.revokeCertificate.handler(async ({ input, context, errors }) => {
      const outcome = await certificates.revoke(context.viewer(), input.id, input.reason)
      if (outcome === 'not-found') throw errors.NOT_FOUND({ message: 'Sertifikat tidak ditemukan.' })
      if (outcome === 'already-revoked') throw errors.ALREADY_REVOKED()
      return ok(outcome)
    }),
    listCertificateKeys: on.listCertificateKeys.handler(async () => ok(await certificates.listKeys())),
    rotateCertificateKey: on.rotateCertificateKey.handler(async ({ context }) => ok(await certificates.rotateKey(context.viewer()))),
  }
}
