import * as z from 'zod/mini'
import { at, adminEndpoint, freshAdminEndpoint, id, response } from '#contract/kit/endpoint.ts'
import { reason } from '#contract/kit/input-rules.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'

// Certificates and signing keys as admins manage them.

/** A certificate in the admin area. */
const certificateRecord = z.object({
  _id: z.string(),
  name: z.string(),
  user: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  /** The title of the course or the path that was finished: one of both is there. */
  title: z.string(),
  course: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  path: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  issuedAt: z.string(),
  keyId: z.string(),
  status: z.enum(['valid', 'revoked']),
  revokedAt: z.nullable(z.string()),
  revokeReason: z.nullable(z.string()),
  /** Revoked by an admin. One that a refund revoked is valid again with the next purchase. */
  isFinal: z.boolean(),
})
export type CertificateRecord = z.infer<typeof certificateRecord>

const certificateKey = z.object({
  _id: z.string(),
  publicKey: z.string(),
  createdAt: z.string(),
  retiredAt: z.nullable(z.string()),
})
export type CertificateKey = z.infer<typeof certificateKey>

export const revokeInput = z.object({ reason })

const { q, page, limit } = staffListInput(['none'])
export const listCertificatesInput = z.object({
  q,
  page,
  limit,
  cursor,
  status: z.optional(z.enum(['valid', 'revoked'], 'Nilai filter tidak dikenal')),
})
export type ListCertificatesInput = z.output<typeof listCertificatesInput>

export const adminCertificatesContract = {
  listCertificates: adminEndpoint
    .route(at('GET /admin/certificates', 'Issued certificates, newest first'))
    .input(listCertificatesInput)
    .output(keysetResponse(certificateRecord)),
  revokeCertificate: adminEndpoint
    .route(at('POST /admin/certificates/{id}/revoke', 'Revoke a certificate, with a reason'))
    .input(z.extend(revokeInput, { id }))
    .output(response(certificateRecord))
    .errors({ ALREADY_REVOKED: { status: 409, message: 'Sertifikat ini sudah dicabut.' } }),
  listCertificateKeys: adminEndpoint
    .route(at('GET /admin/certificate-keys', 'Current and retired signing keys'))
    .output(response(z.array(certificateKey))),
  rotateCertificateKey: freshAdminEndpoint
    .route(at('POST /admin/certificate-keys', 'Rotate the signing key; existing certificates stay valid'))
    .output(response(z.array(certificateKey))),
}
