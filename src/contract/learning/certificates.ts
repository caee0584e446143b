import * as z from 'zod/mini'
import { at, response, id, cachedEndpoint, signedInEndpoint } from '#contract/kit/endpoint.ts'
import { shownCourseCertificate } from '#contract/catalog/course-certificate.ts'
import { personName } from '#contract/kit/input-rules.ts'

/** The signed data. The signature covers its canonical JSON: sorted names, no white space (RFC 8785). `course…` is null or the title of the path where a path was finished. */
export const certificateDocument = z.object({
  type: z.literal('cendaki-certificate'),
  version: z.literal(1),
  id: z.string(),
  name: z.string(),
  courseId: z.nullable(z.string()),
  courseTitle: z.string(),
  instructor: z.string(),
  lessonCount: z.number(),
  /** Set for a finished path, with its courses. */
  path: z.optional(z.object({ id: z.string(), steps: z.array(z.object({ courseId: z.string(), title: z.string() })) })),
  /** The details of the course when it was issued; missing where it had none. */
  details: z.optional(shownCourseCertificate),
  issuedAt: z.string(),
  /** The public URL of the site. */
  issuer: z.string(),
  keyId: z.string(),
})
export type CertificateDocument = z.infer<typeof certificateDocument>

/** Canonical JSON of strings, integers, null, and objects and lists of them. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

/** Data that verifies a certificate offline: the signed text (the first two parts of its credential) and its Ed25519 signature; bytes as base64url. */
const certificateProof = z.object({
  document: z.string(),
  signature: z.string(),
  keyId: z.string(),
  publicKey: z.string(),
})

/** The public view of a certificate. */
const certificate = z.object({
  _id: z.string(),
  name: z.string(),
  /** The title of the course or the path that was finished: one of both is there. */
  title: z.string(),
  course: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  path: z.nullable(z.object({ _id: z.string(), title: z.string(), steps: z.array(z.string()) })),
  instructor: z.object({ name: z.string() }),
  lessonCount: z.number(),
  /** The details of the course when it was issued. */
  ...shownCourseCertificate.shape,
  issuedAt: z.string(),
  /** False when it was revoked. */
  valid: z.boolean(),
  revokedAt: z.nullable(z.string()),
  proof: certificateProof,
  /** Paths of its PDF, its QR code, its signed text and the verifier. */
  pdfUrl: z.string(),
  qrUrl: z.string(),
  proofUrl: z.string(),
  /** Its Open Badge. */
  credentialUrl: z.string(),
  verifierUrl: z.string(),
})
export type Certificate = z.infer<typeof certificate>

export const certificateNameInput = z.object({
  name: personName,
})

export const shownCertificate = response(certificate)

const certificateParam = z.object({ id })

export const certificatesContract = {
  issueCertificate: signedInEndpoint
    .route(
      at(
        'POST /courses/{id}/certificate',
        'Issue my certificate for a finished course, with the confirmed name; only once',
      ),
    )
    .input(z.extend(certificateNameInput, { id }))
    .output(response(certificate))
    .errors({
      NOT_ENROLLED: { status: 403, message: 'Belum terdaftar di kelas ini.' },
      NOT_FINISHED: { status: 409, message: 'Selesaikan semua materi dulu untuk mendapat sertifikat.' },
      ATTENDANCE_MISSING: {
        status: 409,
        message: 'Kehadiranmu di sesi langsung belum cukup untuk sertifikat.',
        data: z.object({ attended: z.number(), needed: z.number(), meetings: z.number() }),
      },
      CERTIFICATE_REVOKED: { status: 409, message: 'Sertifikat kelas ini sudah dicabut. Hubungi kami untuk bantuan.' },
    }),
  showCertificate: cachedEndpoint
    .route(at('GET /certificates/{id}', 'A certificate; public for everyone who has its URL'))
    .input(certificateParam)
    .output(response(certificate)),
}
