import * as z from 'zod/mini'
import { levels } from '#contract/catalog/course-rules.ts'
import { personName } from '#contract/kit/input-rules.ts'
import { shownCertificate } from '#contract/learning/certificates.ts'
import { at, id, listResponse, paging, publicEndpoint, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

/** A course of a path, in its place. */
const pathStep = z.object({
  courseId: z.string(),
  title: z.string(),
  /** Why it is in this place. */
  sentence: z.nullable(z.string()),
  tagline: z.string(),
  thumbnail: z.string(),
  level: z.enum(levels),
  lessonCount: z.number(),
  /** The sum of its lessons, with the usual minutes for those of unknown length. */
  minutes: z.number(),
  instructor: z.string(),
  /** The current price of the course alone. */
  price: z.number(),
})
export type PathStep = z.infer<typeof pathStep>

/** A path that is public: its courses that are public, in order. */
export const path = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  tagline: z.string(),
  description: z.string(),
  /** Later steps build on earlier ones; nothing is locked. */
  isOrdered: z.boolean(),
  discountPercent: z.number(),
  /** The levels of the easiest and of the hardest course. */
  level: z.object({ from: z.enum(levels), to: z.enum(levels) }),
  minutes: z.number(),
  /** The sum of the prices of its courses. */
  listPrice: z.number(),
  /** For somebody who owns none of them. */
  price: z.number(),
  saving: z.number(),
  steps: z.array(pathStep),
  updatedAt: z.string(),
  /** The caller's price for the rest, with the courses owned and finished; null for visitors. */
  viewer: z.nullable(
    z.object({
      price: z.number(),
      ownedIds: z.array(z.string()),
      finishedIds: z.array(z.string()),
      isSaved: z.boolean(),
    }),
  ),
})
export type Path = z.infer<typeof path>

/** A step with how far the caller is in it. A course that was finished before the path was started counts. */
const pathProgressStep = z.extend(pathStep, {
  isOwned: z.boolean(),
  percent: z.number(),
  finishedAt: z.nullable(z.string()),
})

const myPath = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  tagline: z.string(),
  isOrdered: z.boolean(),
  isSaved: z.boolean(),
  steps: z.array(pathProgressStep),
  finished: z.number(),
  /** The share of its steps that are finished. */
  percent: z.number(),
  /** The first course that is not finished; null when all are. */
  nextCourseId: z.nullable(z.string()),
  /** Null until it is issued. */
  certificateId: z.nullable(z.string()),
})
export type MyPath = z.infer<typeof myPath>

export const maximumSavedPaths = 100

export const pathsContract = {
  listPaths: publicEndpoint
    .route(at('GET /paths', 'Learning paths, newest first'))
    .input(z.object({ ...paging }))
    .output(listResponse(path)),
  showPath: publicEndpoint
    .route(at('GET /paths/{slug}', 'A learning path, by slug, by an earlier one, or by id'))
    .input(z.object({ slug: z.string().check(z.maxLength(80)) }))
    .output(response(path)),
  listMyPaths: signedInEndpoint
    .route(at('GET /me/paths', 'Paths of which I own a step or that I saved, with my progress'))
    .output(response(z.array(myPath))),
  savePath: signedInEndpoint
    .route(at('PUT /me/paths/{id}', 'Save a path'))
    .input(z.object({ id }))
    .output(response(z.null()))
    .errors({
      TOO_MANY_SAVED: {
        status: 409,
        message: `Jalur yang disimpan paling banyak ${maximumSavedPaths}. Hapus beberapa dulu.`,
      },
    }),
  unsavePath: signedInEndpoint
    .route(at('DELETE /me/paths/{id}', 'No longer save a path'))
    .input(z.object({ id }))
    .output(response(z.null())),
  issuePathCertificate: signedInEndpoint
    .route(at('POST /paths/{id}/certificate', 'My certificate of a finished path; issued once, and given again'))
    .input(z.object({ id: z.string().check(z.maxLength(80)), name: z.optional(personName) }))
    .output(shownCertificate)
    .errors({
      NOT_FINISHED: { status: 409, message: 'Selesaikan semua kelas di jalur ini dulu untuk mendapat sertifikat.' },
      CERTIFICATE_REVOKED: { status: 409, message: 'Sertifikat jalur ini sudah dicabut. Hubungi kami untuk bantuan.' },
    }),
}
