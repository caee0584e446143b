import type { Certificate } from '#contract/learning/certificates.ts'

/** The signed text and its signature as one token, which the PDF contains: `cendaki1.<text>.<signature>`, both base64url. */
export const proofToken = ({ proof }: Pick<Certificate, 'proof'>): string => `cendaki1.${Buffer.from(proof.document).toString('base64url')}.${proof.signature}`
