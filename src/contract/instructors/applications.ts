import * as z from 'zod/mini'
import { at, adminEndpoint, freshAdminEndpoint, id, response, signedInEndpoint } from '#contract/kit/endpoint.ts'
import { httpsLink } from '#contract/kit/https-link.ts'
import { line, reason } from '#contract/kit/input-rules.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'

/** After a refusal. */
export const daysUntilNextApplication = 7

const aboutMessage = 'Ceritakan pengalamanmu, minimal 10 karakter'
const categoriesMessage = 'Pilih 1 sampai 5 topik'

export const applicationInput = z.object({
  headline: line('Tulis satu kalimat tentangmu', 120),
  about: z
    .string(aboutMessage)
    .check(
      z.trim(),
      z.minLength(10, aboutMessage),
      visibleText(aboutMessage),
      z.maxLength(2000, 'Maksimal 2000 karakter'),
    ),
  categoryIds: z
    .array(z.string(categoriesMessage), categoriesMessage)
    .check(z.minLength(1, categoriesMessage), z.maxLength(5, categoriesMessage)),
  sampleUrl: z.optional(z.nullable(httpsLink)),
})
export type ApplicationInput = z.infer<typeof applicationInput>

export const applicationStates = ['waiting', 'accepted', 'refused'] as const
export type ApplicationState = (typeof applicationStates)[number]

const ownApplication = z.object({
  state: z.enum(['none', ...applicationStates]),
  /** The reason of a refusal; empty otherwise. */
  sentence: z.string(),
  /** After a refusal (ISO 8601, UTC); null: at any time. */
  mayApplyAt: z.nullable(z.string()),
})
export type OwnApplication = z.infer<typeof ownApplication>

const application = z.object({
  _id: z.string(),
  user: z.object({ _id: z.string(), name: z.string(), email: z.string(), avatar: z.string() }),
  state: z.enum(applicationStates),
  headline: z.string(),
  about: z.string(),
  categories: z.array(z.string()),
  sampleUrl: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  sentence: z.string(),
})
export type InstructorApplication = z.infer<typeof application>

const listed = staffListInput(['createdAt'])
export const listApplicationsInput = z.object({
  state: z._default(z.enum(applicationStates, 'Nilai filter tidak dikenal'), 'waiting'),
  page: listed.page,
  limit: listed.limit,
  cursor,
})
export type ListApplicationsInput = z.infer<typeof listApplicationsInput>

export const ownApplicationContract = {
  showMyApplication: signedInEndpoint
    .route(at('GET /me/instructor-application', 'Whether one asked to teach, and the answer'))
    .output(response(ownApplication)),
  applyAsInstructor: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 10 })
    .route(at('POST /me/instructor-application', 'Ask to teach', { successStatus: 201 }))
    .input(applicationInput)
    .output(response(ownApplication))
    .errors({
      APPLICATIONS_CLOSED: { status: 409, message: 'Pendaftaran instruktur sedang ditutup.' },
      ALREADY_INSTRUCTOR: { status: 409, message: 'Kamu sudah bisa mengajar di sini.' },
      ALREADY_WAITING: { status: 409, message: 'Pengajuanmu sudah kami terima dan sedang dibaca.' },
      TOO_SOON: { status: 409, message: 'Belum bisa mengajukan lagi.' },
      EMAIL_UNPROVEN: { status: 403, message: 'Konfirmasi dulu alamat emailmu, lalu ajukan lagi.' },
    }),
  withdrawApplication: signedInEndpoint
    .route(at('DELETE /me/instructor-application', 'Take back a request that waits'))
    .output(response(ownApplication)),
}

const decided = { ALREADY_DECIDED: { status: 409, message: 'Pengajuan ini sudah diputuskan.' } } as const

export const applicationsContract = {
  listApplications: adminEndpoint
    .route(at('GET /admin/instructor-applications', 'Who asked to teach'))
    .input(listApplicationsInput)
    .output(keysetResponse(application)),
  countWaitingApplications: adminEndpoint
    .route(at('GET /admin/instructor-applications/waiting', 'How many requests to teach wait, counted up to a limit'))
    .output(response(z.object({ waiting: z.number(), isCounted: z.boolean() }))),
  acceptApplication: freshAdminEndpoint
    .route(at('POST /admin/instructor-applications/{id}/accept', 'Make somebody an instructor'))
    .input(z.object({ id }))
    .output(response(application))
    .errors(decided),
  refuseApplication: adminEndpoint
    .route(at('POST /admin/instructor-applications/{id}/refuse', 'Refuse with a sentence'))
    .input(z.object({ id, sentence: reason }))
    .output(response(application))
    .errors(decided),
}
