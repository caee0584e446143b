import { jakartaDay } from '#contract/kit/days.ts'
import type { Certificate } from '#contract/learning/certificates.ts'

/** The form with which a LinkedIn member adds a certificate to their profile, filled in. The parameters are those that LinkedIn documents. */
export function linkedInUrl(
  { _id, title, issuedAt }: Certificate,
  { organization, url }: { organization: string; url: string },
): string {
  const [year = '', month] = jakartaDay(new Date(issuedAt)).split('-')
  const parameters = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: organization,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: url,
    certId: _id,
  })
  return `https://www.linkedin.com/profile/add?${parameters.toString()}`
}
