import type { CourseCertificate } from '#contract/catalog/course-certificate.ts'
import { describeUndrawable } from '#server/catalog/index.ts'
import type { Uploads } from '#server/platform/media/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'

/** Null for a certificate that can be printed: every letter is in a font, and every picture is there. */
export async function checkCertificate(
  { uploads }: { uploads: Pick<Uploads, 'findSizes'> },
  certificate: CourseCertificate | undefined,
): Promise<InvalidInput | null> {
  if (!certificate) return null
  const { signers, competences } = certificate
  const texts = [
    ...signers.flatMap(({ name, title }, index) => [
      [`certificate.signers.${index}.name`, name] as const,
      [`certificate.signers.${index}.title`, title] as const,
    ]),
    ...competences.map((text, index) => [`certificate.competences.${index}`, text] as const),
  ]
  const errors: Record<string, string> = {}
  for (const [field, text] of texts) {
    const message = await describeUndrawable(text)
    if (message) errors[field] = message
  }
  const idOf = (url: string) => url.slice('/uploads/'.length, '/uploads/'.length + 36)
  const stored = await uploads.findSizes(signers.flatMap(({ signature }) => (signature ? [idOf(signature)] : [])))
  for (const [index, { signature }] of signers.entries())
    if (signature && !stored.has(idOf(signature)))
      errors[`certificate.signers.${index}.signature`] = 'Gambar ini tidak ada lagi. Unggah lagi'
  return Object.keys(errors).length > 0 ? invalidInput(errors) : null
}
