import * as z from 'zod/mini'
import { emptyUnlessVisible, visibleText } from '#contract/kit/text/visible-text-rules.ts'
import {
  at,
  adminEndpoint,
  freshAdminEndpoint,
  id,
  listResponse,
  paging,
  response,
  staleError,
  knownVersion,
} from '#contract/kit/endpoint.ts'
import { email } from '#contract/identity/identity.ts'
import { instant, line, personName } from '#contract/kit/input-rules.ts'
import { legalPages, ownRequest, requestKinds, requestStates, requestText } from './privacy.ts'

// Requests about personal data, the register of incidents, and the texts of the legal pages.

const requester = z.object({
  name: z.string(),
  email: z.string(),
  /** Null for a person without an account, or with one that was deleted. */
  userId: z.nullable(z.string()),
})
const privacyRequest = z.extend(ownRequest, { requester })
export type PrivacyRequest = z.infer<typeof privacyRequest>

/** `open`: not answered yet, the earliest deadline first. */
const requestFilters = ['open', ...requestStates] as const
export const listRequestsInput = z.object({
  state: z.optional(z.enum(requestFilters, 'Nilai filter tidak dikenal')),
  ...paging,
})
export type ListRequestsInput = z.infer<typeof listRequestsInput>

/** A request that arrived by mail or letter. Its time runs from the time it was received. */
export const recordRequestInput = z.object({
  name: personName,
  email,
  kind: z.enum(requestKinds, 'Pilih jenis permintaan'),
  text: requestText,
  receivedAt: instant('Waktu diterima wajib diisi'),
})
export type RecordRequestInput = z.infer<typeof recordRequestInput>

const answerText = z
  .string('Jawaban wajib diisi')
  .check(z.trim(), emptyUnlessVisible, z.maxLength(4000, 'Maksimal 4000 karakter'))
const answerFields = {
  state: z.enum(['in-progress', 'done', 'rejected'], 'Pilih status'),
  answer: z._default(answerText, ''),
}
const isAnswered = z.refine<{ state: string; answer: string }>(
  ({ state, answer: text }) => state === 'in-progress' || text.length >= 10,
  {
    path: ['answer'],
    message: 'Tulis jawaban untuk orangnya, minimal 10 karakter',
  },
)
export const answerRequestInput = z.object(answerFields).check(isAnswered)
export type AnswerRequestInput = z.infer<typeof answerRequestInput>

const paragraph = (missing: string) =>
  z
    .string(missing)
    .check(z.trim(), z.minLength(1, missing), visibleText(missing), z.maxLength(4000, 'Maksimal 4000 karakter'))
const incidentFields = {
  title: line('Judul wajib diisi', 120),
  whatHappened: paragraph('Tulis apa yang terjadi'),
  /** Null while unknown. */
  happenedAt: z.nullable(instant('Waktu kejadian tidak valid')),
  noticedAt: instant('Waktu diketahui wajib diisi'),
  dataConcerned: paragraph('Tulis data apa yang terdampak'),
  peopleConcerned: paragraph('Tulis siapa dan berapa orang yang terdampak'),
  measures: paragraph('Tulis apa yang sudah dan akan dilakukan'),
  authorityNotifiedAt: z.nullable(instant('Waktu pemberitahuan tidak valid')),
  peopleNotifiedAt: z.nullable(instant('Waktu pemberitahuan tidak valid')),
  /** Why nobody has to be notified; empty when they have to be. */
  noNotificationReason: z.string('Alasan harus berupa teks').check(z.trim(), z.maxLength(500, 'Maksimal 500 karakter')),
}
const inOrder = z.refine<{ happenedAt: string | null; noticedAt: string }>(
  ({ happenedAt, noticedAt }) => happenedAt === null || Date.parse(happenedAt) <= Date.parse(noticedAt),
  { path: ['noticedAt'], message: 'Waktu diketahui tidak boleh sebelum kejadian' },
)
export const incidentInput = z.object(incidentFields).check(inOrder)
export type IncidentInput = z.infer<typeof incidentInput>
/** Optimistic locking: a save with an outdated version is rejected. */
export const updateIncidentInput = z.object({ ...incidentFields, id, version: knownVersion }).check(inOrder)

const incident = z.object({
  _id: z.string(),
  title: z.string(),
  whatHappened: z.string(),
  happenedAt: z.nullable(z.string()),
  noticedAt: z.string(),
  dataConcerned: z.string(),
  peopleConcerned: z.string(),
  measures: z.string(),
  authorityNotifiedAt: z.nullable(z.string()),
  peopleNotifiedAt: z.nullable(z.string()),
  noNotificationReason: z.string(),
  /** Until when authority and people have to be notified; null once they are, or when nobody has to be. */
  dueAt: z.nullable(z.string()),
  version: z.number(),
  updatedAt: z.string(),
})
export type Incident = z.infer<typeof incident>

const legalVersion = z.object({ version: z.number(), publishedAt: z.nullable(z.string()) })
const legalDraft = z.object({
  page: z.enum(legalPages),
  /** With placeholders. */
  html: z.string(),
  version: z.number(),
  publishedAt: z.nullable(z.string()),
  /** The newest 50, newest first, including the current one. */
  versions: z.array(legalVersion),
})
export type LegalDraft = z.infer<typeof legalDraft>

const html = z
  .string('Isi wajib diisi')
  .check(z.minLength(1, 'Isi wajib diisi'), visibleText('Isi wajib diisi'), z.maxLength(60_000, 'Isi terlalu panjang'))
export const saveLegalInput = z.object({ html })
const byId = z.object({ id })
const alreadyAnswered = {
  ALREADY_ANSWERED: { status: 409, message: 'Permintaan ini sudah dijawab. Muat ulang untuk melihat jawabannya.' },
} as const

export const adminPrivacyContract = {
  listPrivacyRequests: adminEndpoint
    .route(at('GET /admin/privacy/requests', 'Requests about personal data, newest first; open ones by deadline'))
    .input(listRequestsInput)
    .output(z.extend(listResponse(privacyRequest), { overdue: z.number() })),
  showPrivacyRequest: adminEndpoint
    .route(at('GET /admin/privacy/requests/{id}', 'One request'))
    .input(byId)
    .output(response(privacyRequest)),
  recordPrivacyRequest: adminEndpoint
    .route(
      at('POST /admin/privacy/requests', 'Record a request of a person without access to an account', {
        successStatus: 201,
      }),
    )
    .input(recordRequestInput)
    .output(response(privacyRequest)),
  answerPrivacyRequest: adminEndpoint
    .route(at('PATCH /admin/privacy/requests/{id}', 'Start a request, or mail its answer and close it'))
    .input(z.object({ ...answerFields, id }).check(isAnswered))
    .output(response(privacyRequest))
    .errors(alreadyAnswered),

  listIncidents: adminEndpoint
    .route(at('GET /admin/privacy/incidents', 'The register of incidents, newest first'))
    .input(z.object(paging))
    .output(listResponse(incident)),
  showIncident: adminEndpoint
    .route(at('GET /admin/privacy/incidents/{id}', 'One incident'))
    .input(byId)
    .output(response(incident)),
  createIncident: adminEndpoint
    .route(at('POST /admin/privacy/incidents', 'Add an incident to the register', { successStatus: 201 }))
    .input(incidentInput)
    .output(response(incident)),
  updateIncident: adminEndpoint
    .route(at('PUT /admin/privacy/incidents/{id}', 'Change an incident'))
    .input(updateIncidentInput)
    .output(response(incident))
    .errors(staleError),
  exportIncidents: freshAdminEndpoint
    .route(at('GET /admin/privacy/incidents/export', 'The register of incidents as CSV'))
    .output(z.file()),

  showLegalDraft: adminEndpoint
    .route(at('GET /admin/legal/{page}', 'The text of a legal page for editing, with its versions'))
    .input(z.object({ page: z.string() }))
    .output(response(legalDraft)),
  previewLegalPage: adminEndpoint
    .route(at('POST /admin/legal/preview', 'A text as the page would show it: sanitized, with filled placeholders'))
    .input(saveLegalInput)
    .output(response(z.object({ html: z.string() }))),
  saveLegalPage: adminEndpoint
    .route(at('PUT /admin/legal/{page}', 'Publish a new version of a legal page'))
    .input(
      z.extend(saveLegalInput, {
        page: z.string(),
        version: knownVersion,
      }),
    )
    .output(response(legalDraft))
    .errors(staleError),
}
