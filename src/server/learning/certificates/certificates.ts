import { bindDeps } from '#server/platform/bind-deps.ts'
import { credentialsModule } from './credentials.ts'
import type { CertificateDeps } from './deps.ts'
import { issueCertificate } from './issue-certificate.ts'
import { listCertificateKeys, rotateCertificateKey } from './manage-keys.ts'
import { issueForPath, listPathCertificates } from './path-certificate.ts'
import { listCertificates } from './list-certificates.ts'
import { listOwnCertificates } from './list-own-certificates.ts'
import { revokeCertificate } from './revoke-certificate.ts'
import { showCertificate } from './show-certificate.ts'
import { countCertificates } from './valid-certificates.ts'

export type Certificates = ReturnType<typeof certificatesModule>

export function certificatesModule(deps: CertificateDeps) {
  const credentials = credentialsModule(deps)

  return {
    credentials,
    findStatusList: (list: number) => credentials.findStatusList(list, deps.clock.now()),
    listStatusLists: () => credentials.listStatusLists(deps.clock.now()),
    ...bindDeps(deps, {
      issue: issueCertificate,
      show: showCertificate,
      list: listCertificates,
      listOwn: listOwnCertificates,
      revoke: revokeCertificate,
      countOf: countCertificates,
    }),
    ...bindDeps(deps, { issueForPath, listOfPaths: listPathCertificates }),
    ...bindDeps(deps, { listKeys: listCertificateKeys, rotateKey: rotateCertificateKey }),
  }
}
