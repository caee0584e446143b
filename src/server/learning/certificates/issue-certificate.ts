import type { Certificate } from '#contract/learning/certificates.ts'
import { findUndrawable } from '#server/platform/drawing/index.ts'
import { invalidInput, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { CertificateDeps } from './deps.ts'
import type { MissingAttendance } from './missing-attendance.ts'
import { findCertificate } from './show-certificate.ts'
import { describeMissing } from './undrawable-name.ts'
import { storeCertificate, type IssueInput } from './store-certificate.ts'

export async function issueCertificate(
  deps: CertificateDeps,
  input: IssueInput,
): Promise<
  | { outcome: 'issued'; certificate: Certificate }
  | MissingAttendance
  | Refusal<'not-enrolled' | 'not-finished' | 'certificate-revoked'>
  | InvalidInput
> {
  // A signed document shows the name as it is, or there is none.
  const missing = await findUndrawable(input.name)
  if (missing.length > 0) return invalidInput({ name: describeMissing(missing) })
  const issued = await storeCertificate(deps, input)
  if (issued.outcome !== 'issued') return issued
  const certificate = await findCertificate(deps, issued.id)
  if (!certificate) throw new Error('The issued certificate does not exist')
  return { outcome: 'issued', certificate }
}
