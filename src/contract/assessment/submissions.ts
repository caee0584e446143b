import * as z from 'zod/mini'
import { hasVisibleText } from '#contract/kit/text/visible-text.ts'
import { emptyUnlessVisible } from '#contract/kit/text/visible-text-rules.ts'
import type { Criterion } from './assignment.ts'
import {
  assignmentStatuses,
  fileMessages,
  isWebUrl,
  maximumFileBytes,
  maximumFileMegabytes,
  maximumFiles,
  maximumLinkLength,
  maximumTextLength,
  submissionStatuses,
  type Score,
} from './assignment-values.ts'
import { lessonClosure } from '#contract/catalog/catalog.ts'
import { at, download, id, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

/** A staff member's review of one version. */
const submissionGrade = z.object({
  reviewedAt: z.string(),
  /** The reviewer; empty once that account is gone. */
  name: z.string(),
  comment: z.string(),
  /** Criteria without a chosen level are missing. */
  scores: z.array(z.custom<Score>()),
  /** Null when not every criterion has a level. */
  points: z.nullable(z.number()),
  maximumPoints: z.nullable(z.number()),
})

/** One version of what a student handed in. */
export const submission = z.object({
  _id: z.string(),
  /** Counts the versions, from 1. */
  number: z.number(),
  status: z.enum(submissionStatuses),
  text: z.string(),
  link: z.nullable(z.string()),
  files: z.array(z.object({ _id: z.string(), name: z.string(), bytes: z.number() })),
  submittedAt: z.string(),
  /** Null before the review. */
  review: z.nullable(submissionGrade),
})
export type Submission = z.infer<typeof submission>

/** Terms of an assignment, beside its text. */
export const assignmentTerms = z.object({ points: z.number(), criteria: z.array(z.custom<Criterion>()) })
export type AssignmentTerms = z.infer<typeof assignmentTerms>

const filesMessage = 'Pilih berkas dari perangkatmu'
const anyObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
type Sent = { text?: unknown; link?: unknown; files?: unknown }
const isBlank = (value: unknown): boolean =>
  typeof value === 'string' ? !hasVisibleText(value) : value === undefined || value === null
const isNone = (files: unknown): boolean => files === undefined || (Array.isArray(files) && files.length === 0)

/** A form field that is sent once is a single file. */
const files = z.pipe(
  z.transform((value: unknown) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value])),
  z
    .array(z.file(filesMessage).check(z.maxSize(maximumFileBytes, fileMessages.tooLarge)), filesMessage)
    .check(z.maxLength(maximumFiles, fileMessages.tooMany)),
)

const handInFields = {
  text: z._default(
    z
      .string('Isi berupa teks')
      .check(
        z.trim(),
        emptyUnlessVisible,
        z.maxLength(maximumTextLength, `Maksimal ${maximumTextLength.toLocaleString('id-ID')} karakter`),
      ),
    '',
  ),
  /** Empty in a form without one. */
  link: z._default(
    z.nullable(
      z.string('Tautan berupa teks').check(
        z.trim(),
        z.maxLength(maximumLinkLength, 'Tautan ini terlalu panjang'),
        z.refine((link) => link === '' || isWebUrl(link), 'Tautan harus diawali http:// atau https://'),
      ),
    ),
    null,
  ),
  files: z.optional(files),
}

const handInInput = z.object({ id, contentId: id, ...handInFields }).check(
  z.refine<Sent>((sent) => !isBlank(sent.text) || !isBlank(sent.link) || !isNone(sent.files), {
    error: 'Tulis teks, isi tautan, atau lampirkan berkas dulu',
    path: ['text'],
    when: anyObject,
  }),
)

const lessonParams = z.object({ id, contentId: id })
const notOpen = {
  NOT_ENROLLED: { status: 403, message: 'Tugas ini untuk siswa yang terdaftar di kelasnya.' },
  LESSON_CLOSED: {
    status: 403,
    message: 'Materi ini belum terbuka.',
    data: z.extend(lessonClosure, { contentId: z.string() }),
  },
} as const

export const submissionsContract = {
  handIn: signedInEndpoint
    .meta({
      access: 'signed-in',
      // Some characters take several bytes.
      maximumBodyBytes: 200_000,
      upload: {
        field: 'files',
        maximumBytes: maximumFiles * maximumFileBytes,
        tooLarge: `${fileMessages.tooMany}, masing-masing maksimal ${maximumFileMegabytes} MB`,
      },
    })
    .route(
      at(
        'POST /courses/{id}/content/{contentId}/submissions',
        'Hand in a new version of an assignment; it replaces one that was not reviewed yet',
        { successStatus: 201 },
      ),
    )
    .input(handInInput)
    .output(response(submission))
    .errors({
      ...notOpen,
      ALREADY_ACCEPTED: { status: 409, message: 'Tugas ini sudah diterima, jadi tidak perlu dikumpulkan lagi.' },
    }),
  listMySubmissions: signedInEndpoint
    .route(
      at(
        'GET /courses/{id}/content/{contentId}/submissions/mine',
        'My versions of an assignment, newest first (at most 50), and what it asks for',
      ),
    )
    .input(lessonParams)
    .output(
      z.object({
        success: z.literal(true),
        data: z.array(submission),
        meta: z.extend(assignmentTerms, { status: z.enum(assignmentStatuses) }),
      }),
    )
    .errors(notOpen),
  downloadSubmissionFile: signedInEndpoint
    .route(
      at('GET /submission-files/{id}', 'A file that was handed in, for its owner and the staff of the course', {
        outputStructure: 'detailed',
      }),
    )
    .input(z.object({ id }))
    .output(download),
}
