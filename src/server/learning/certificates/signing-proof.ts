import type { Certificate } from '#contract/learning/certificates.ts'

/** True for a signed Open Badge; false for a certificate from before, whose signed text is JSON. */
const isCredential = ({ proof }: Pick<Certificate, 'proof'>): boolean => !proof.document.startsWith('{')

/** The signed text and its signature as one token, which the PDF contains: the credential, or for older ones `cendaki1.<text>.<signature>`, both base64url. */
export const proofToken = (certificate: Pick<Certificate, 'proof'>): string => {
  const { document, signature } = certificate.proof
  return isCredential(certificate)
    ? `${document}.${signature}`
    : `cendaki1.${Buffer.from(document).toString('base64url')}.${signature}`
}
