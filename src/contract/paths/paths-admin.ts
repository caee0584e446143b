import * as z from 'zod/mini'
import { setSlug, setTitle } from '#contract/kit/input-rules.ts'
import { courseStatuses } from '#contract/catalog/authoring.ts'
import {
  at,
  adminEndpoint,
  freshAdminEndpoint,
  id,
  listResponse,
  paging,
  response,
  staleError,
  startedFrom,
} from '#contract/kit/endpoint.ts'

// Learning paths as admins make them.

export const pathStatuses = ['draft', 'published'] as const
export type PathStatus = (typeof pathStatuses)[number]

export const maximumSteps = 30

const discountMessage = 'Potongan 0 sampai 90 persen'
export const reservedPathSlugs: readonly string[] = ['admin', 'baru', 'me']
const optionalText = (label: string, maximum: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(maximum, `${label} maksimal ${maximum} karakter`)), '')

const step = z.object({
  courseId: id,
  sentence: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(200, 'Kalimat langkah maksimal 200 karakter'))),
  ),
})

export const pathInput = z.object({
  title: setTitle,
  /** Made of the title when it is left out. */
  slug: z.optional(
    setSlug.check(z.refine((slug) => !reservedPathSlugs.includes(slug), 'Alamat ini tidak bisa dipakai')),
  ),
  tagline: optionalText('Kalimat singkat', 160),
  description: optionalText('Deskripsi', 4_000),
  isOrdered: z._default(z.boolean('Pilih ya atau tidak'), true),
  discountPercent: z._default(
    z
      .number(discountMessage)
      .check(z.int(discountMessage), z.minimum(0, discountMessage), z.maximum(90, discountMessage)),
    0,
  ),
  steps: z.array(step, 'Pilih kelasnya').check(
    z.minLength(2, 'Jalur berisi minimal 2 kelas'),
    z.maxLength(maximumSteps, `Jalur berisi maksimal ${maximumSteps} kelas`),
    z.refine(
      (steps) => new Set(steps.map(({ courseId }) => courseId)).size === steps.length,
      'Ada kelas yang dipilih dua kali',
    ),
  ),
})
export type PathInput = z.infer<typeof pathInput>

const adminPath = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  tagline: z.string(),
  description: z.string(),
  isOrdered: z.boolean(),
  discountPercent: z.number(),
  status: z.enum(pathStatuses),
  /** All of them, also those that left the catalogue. */
  steps: z.array(
    z.object({
      courseId: z.string(),
      title: z.string(),
      thumbnail: z.string(),
      status: z.enum(courseStatuses),
      sentence: z.nullable(z.string()),
    }),
  ),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
})
export type AdminPath = z.infer<typeof adminPath>

const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
const inputErrors = {
  COURSE_UNKNOWN: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
  SLUG_TAKEN: { status: 409, message: 'Alamat ini sudah dipakai jalur lain.', data: fieldErrors },
} as const

export const listAllPathsInput = z.object({
  ...paging,
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
})
export type ListAllPathsInput = z.output<typeof listAllPathsInput>

export const adminPathsContract = {
  listAllPaths: adminEndpoint
    .route(at('GET /admin/paths', 'All learning paths, newest first'))
    .input(listAllPathsInput)
    .output(listResponse(adminPath)),
  showAdminPath: adminEndpoint
    .route(at('GET /admin/paths/{id}', 'One learning path'))
    .input(z.object({ id }))
    .output(response(adminPath)),
  createPath: freshAdminEndpoint
    .route(at('POST /admin/paths', 'Add a learning path, as a draft', { successStatus: 201 }))
    .input(pathInput)
    .output(response(adminPath))
    .errors(inputErrors),
  updatePath: freshAdminEndpoint
    .route(at('PUT /admin/paths/{id}', 'Change a learning path; open and completed purchases are not affected'))
    .input(z.extend(pathInput, { id, version: startedFrom }))
    .output(response(adminPath))
    .errors({ ...inputErrors, ...staleError }),
  setPathStatus: freshAdminEndpoint
    .route(at('PATCH /admin/paths/{id}/status', 'Publish a learning path, or hide it'))
    .input(z.object({ id, status: z.enum(pathStatuses, 'Status tidak dikenal') }))
    .output(response(adminPath))
    .errors({
      NOT_ENOUGH_COURSES: {
        status: 409,
        message: 'Jalur tayang kalau paling sedikit dua kelasnya sudah tayang.',
      },
    }),
  deletePath: adminEndpoint
    .route(at('DELETE /admin/paths/{id}', 'Delete a learning path that nobody bought or finished'))
    .input(z.object({ id }))
    .output(response(z.null()))
    .errors({
      PATH_IN_USE: {
        status: 409,
        message: 'Jalur ini sudah dibeli atau diselesaikan, jadi tidak bisa dihapus. Jadikan draf saja.',
      },
    }),
}
