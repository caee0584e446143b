import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { at, response, cachedEndpoint, signedInEndpoint } from '#contract/kit/endpoint.ts'

// In the list of on-demand.ts: only the legal pages and the settings call these endpoints.

export const legalPages = ['terms', 'refunds', 'privacy'] as const
export type LegalPageName = (typeof legalPages)[number]
export const legalTitles: Record<LegalPageName, string> = {
  terms: 'Syarat dan Ketentuan',
  refunds: 'Kebijakan Pengembalian Dana',
  privacy: 'Kebijakan Privasi',
}

const retentionRow = z.object({ data: z.string(), purpose: z.string(), kept: z.string(), basis: z.string() })

const legalPage = z.object({
  page: z.enum(legalPages),
  version: z.number(),
  currentVersion: z.number(),
  /** Null for the text that the product brings along (ISO 8601, UTC). */
  publishedAt: z.nullable(z.string()),
  html: z.string(),
  /** Retention of data; only on the privacy page. */
  retention: z.array(retentionRow),
})
export type LegalPage = z.infer<typeof legalPage>

const unknownVersion = 'Versi ini tidak ada'

export const consentPurposes = ['terms', 'review-name'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

const consentPeriod = z.object({ version: z.number(), givenAt: z.string(), endedAt: z.nullable(z.string()) })

const consent = z.object({
  purpose: z.enum(consentPurposes),
  /** The sentence that was agreed to. */
  text: z.string(),
  /** Null when it is not given, or was withdrawn. */
  givenAt: z.nullable(z.string()),
  /** The version that was agreed to; null when it is not given. */
  version: z.nullable(z.number()),
  currentVersion: z.number(),
  /** False for the terms: they end with the account. */
  canWithdraw: z.boolean(),
  /** The newest 50, newest first. */
  history: z.array(consentPeriod),
})
export type Consent = z.infer<typeof consent>

export const requestKinds = ['access', 'correction', 'erasure', 'restriction', 'objection', 'question'] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestKindLabels: Record<RequestKind, string> = {
  access: 'Minta informasi atau salinan data',
  correction: 'Perbaiki data',
  erasure: 'Hapus data',
  restriction: 'Batasi pemakaian data',
  objection: 'Keberatan atas pemakaian data',
  question: 'Pertanyaan lain',
}

export const requestStates = ['new', 'in-progress', 'done', 'rejected'] as const
export type RequestState = (typeof requestStates)[number]
export const requestStateLabels: Record<RequestState, string> = {
  new: 'Baru',
  'in-progress': 'Diproses',
  done: 'Selesai',
  rejected: 'Ditolak',
}

/** By law a request is answered, and an incident notified, within three days. */
export const answerWithinMs = 3 * dayMs

export const requestText = z
  .string('Tulis permintaanmu')
  .check(
    z.trim(),
    z.minLength(10, 'Tulis permintaanmu, minimal 10 karakter'),
    visibleText('Tulis permintaanmu, minimal 10 karakter'),
    z.maxLength(2000, 'Maksimal 2000 karakter'),
  )
const fileRequestInput = z.object({ kind: z.enum(requestKinds, 'Pilih jenis permintaan'), text: requestText })
export type FileRequestInput = z.infer<typeof fileRequestInput>

export const ownRequest = z.object({
  _id: z.string(),
  kind: z.enum(requestKinds),
  text: z.string(),
  state: z.enum(requestStates),
  /** The answer, or why it was rejected. Empty before. */
  answer: z.string(),
  receivedAt: z.string(),
  dueAt: z.string(),
  closedAt: z.nullable(z.string()),
})
export type OwnRequest = z.infer<typeof ownRequest>

export const privacyContract = {
  showLegalPage: cachedEndpoint
    .route(at('GET /legal/{page}', 'Terms, refund policy or privacy policy: the current version, or an earlier one'))
    .input(
      z.object({
        page: z.string(),
        version: z.optional(
          z.coerce
            .number(unknownVersion)
            .check(z.int(unknownVersion), z.minimum(1, unknownVersion), z.maximum(1_000_000, unknownVersion)),
        ),
      }),
    )
    .output(response(legalPage)),
  listConsents: signedInEndpoint
    .route(at('GET /me/consents', 'What I agreed to, with history'))
    .output(response(z.array(consent))),
  setConsent: signedInEndpoint
    .route(at('PUT /me/consents/{purpose}', 'Give or withdraw a consent; idempotent'))
    .input(z.object({ purpose: z.string(), given: z.boolean('Pilih setuju atau tidak') }))
    .output(response(z.array(consent)))
    .errors({
      NOT_WITHDRAWABLE: {
        status: 409,
        message: 'Persetujuan ini berakhir bersama akunmu. Hapus akun kalau kamu ingin mengakhirinya.',
      },
    }),
  listMyPrivacyRequests: signedInEndpoint
    .route(at('GET /me/privacy-requests', 'My requests about personal data: the newest 50, newest first'))
    .output(response(z.array(ownRequest))),
  filePrivacyRequest: signedInEndpoint
    .route(at('POST /me/privacy-requests', 'File a request about my personal data', { successStatus: 201 }))
    .input(fileRequestInput)
    .output(response(ownRequest)),
}
