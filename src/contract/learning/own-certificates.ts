import * as z from 'zod/mini'
import { at, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

const ownCertificate = z.object({
  _id: z.string(),
  /** The title of the course or the path: one of both is there. */
  title: z.string(),
  courseId: z.nullable(z.string()),
  path: z.nullable(z.object({ _id: z.string(), steps: z.number() })),
  /** Lesson hours (JP) and competences as they are on the certificate. */
  hours: z.nullable(z.number()),
  competences: z.array(z.string()),
  issuedAt: z.string(),
})
export type OwnCertificate = z.infer<typeof ownCertificate>

/** More are not listed. */
export const maximumOwnCertificates = 500

export const ownCertificatesContract = {
  listMyCertificates: signedInEndpoint
    .route(at('GET /me/certificates', 'My valid certificates, newest first'))
    .output(response(z.array(ownCertificate))),
}
