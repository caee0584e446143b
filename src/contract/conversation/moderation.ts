import * as z from 'zod/mini'
import { emptyUnlessVisible } from '#contract/kit/text/visible-text-rules.ts'
import { at, adminEndpoint, id, response, staffEndpoint } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'
import { author } from './questions.ts'

// The inbox of questions and the reports, for staff.

const named = z.object({ _id: z.string(), title: z.string() })
const inboxQuestion = z.object({
  _id: z.string(),
  course: named,
  content: z.nullable(named),
  title: z.string(),
  asker: z.nullable(author),
  createdAt: z.string(),
  answerCount: z.number(),
  votes: z.number(),
})
export type InboxQuestion = z.infer<typeof inboxQuestion>

const { q, page, limit } = staffListInput(['none'])
/** Empty in the address of a page without a filter. */
const courseFilter = z.optional(z.string().check(z.maxLength(100, 'Nilai filter tidak dikenal')))
export const inboxInput = z.object({
  page,
  limit,
  cursor,
  status: z._default(z.enum(['unanswered', 'answered'], 'Status tidak dikenal'), 'unanswered'),
  course: courseFilter,
})
export type InboxInput = z.output<typeof inboxInput>

const reportState = z.enum(['open', 'hidden', 'dismissed'], 'Status tidak dikenal')
const report = z.object({
  _id: z.string(),
  kind: z.enum(['question', 'answer', 'review']),
  course: named,
  /** The reported post. */
  item: z.object({
    _id: z.string(),
    title: z.string(),
    text: z.string(),
    author: z.nullable(z.object({ _id: z.string(), name: z.string() })),
    isHidden: z.boolean(),
  }),
  /** The question to which it belongs; null for a review. */
  questionId: z.nullable(z.string()),
  reason: z.string(),
  /** The author may not write here now. */
  isAuthorBlocked: z.boolean(),
  reporter: z.object({ _id: z.string(), name: z.string() }),
  createdAt: z.string(),
  status: reportState,
  decidedAt: z.nullable(z.string()),
})
export type Report = z.infer<typeof report>
export const listReportsInput = z.object({ q, page, limit, cursor, status: z._default(reportState, 'open') })
export type ListReportsInput = z.output<typeof listReportsInput>

/** Who may not write in a course; outlives the report from which it was made. */
const writingBlock = z.object({
  _id: z.string(),
  author: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  /** Null: in all courses. */
  course: z.nullable(named),
  /** Null: the account is gone. */
  blockedBy: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  createdAt: z.string(),
})
export type WritingBlock = z.infer<typeof writingBlock>
export const listWritingBlocksInput = z.object({ q, page, limit, cursor })
export type ListWritingBlocksInput = z.output<typeof listWritingBlocksInput>

/** May be left empty. */
export const decisionReason = z.string('Tulis alasannya').check(
  z.trim(),
  emptyUnlessVisible,
  z.maxLength(500, 'Alasan maksimal 500 karakter'),
  z.refine((value) => value === '' || [...value].length >= 3, 'Alasan minimal 3 karakter'),
)
const decision = z.object({ id, reason: z.optional(decisionReason) })
const waiting = z.object({ waiting: z.number(), isCounted: z.boolean() })
const unchanged = { ALREADY_DECIDED: { status: 409, message: 'Laporan ini sudah ditangani.' } } as const

const noAuthor = {
  NO_AUTHOR: { status: 409, message: 'Penulisnya staf kelas ini, atau akunnya sudah tidak ada.' },
} as const

export const moderationContract = {
  listInbox: staffEndpoint
    .route(at('GET /admin/questions', 'Questions in my courses: unanswered oldest first, answered newest first'))
    .input(inboxInput)
    .output(keysetResponse(inboxQuestion)),
  countWaitingQuestions: staffEndpoint
    .route(
      at(
        'GET /admin/questions/waiting',
        'How many questions in my courses nobody answered, and how many reports are open',
      ),
    )
    .output(response(z.extend(waiting, { reports: z.number() }))),
  listReports: staffEndpoint
    .route(
      at(
        'GET /admin/reports',
        'Reports in my courses, oldest first while they are open; reports of reviews are for admins',
      ),
    )
    .input(listReportsInput)
    .output(keysetResponse(report)),
  hideReported: staffEndpoint
    .route(
      at(
        'POST /admin/reports/{id}/hide',
        'Hide what was reported; all its reports are decided',
        'Tulisan disembunyikan.',
      ),
    )
    .input(decision)
    .output(response(report))
    .errors(unchanged),
  restoreReported: staffEndpoint
    .route(at('POST /admin/reports/{id}/restore', 'Show what was hidden again', 'Tulisan ditampilkan lagi.'))
    .input(decision)
    .output(response(report))
    .errors({ NOT_HIDDEN: { status: 409, message: 'Tulisan ini tidak sedang disembunyikan.' } }),
  blockAuthor: staffEndpoint
    .route(
      at(
        'PUT /admin/reports/{id}/author-block',
        'The author of what was reported writes nothing more: in this course, by an admin in all',
        'Penulisnya tidak bisa menulis lagi di sini.',
      ),
    )
    .input(z.object({ id }))
    .output(response(report))
    .errors(noAuthor),
  unblockAuthor: staffEndpoint
    .route(at('DELETE /admin/reports/{id}/author-block', 'The author may write again'))
    .input(z.object({ id }))
    .output(response(report))
    .errors(noAuthor),
  listWritingBlocks: adminEndpoint
    .route(at('GET /admin/writing-blocks', 'Who may not write in courses, newest first'))
    .input(listWritingBlocksInput)
    .output(keysetResponse(writingBlock)),
  endWritingBlock: adminEndpoint
    .route(at('DELETE /admin/writing-blocks/{id}', 'End one block, also when its report is gone'))
    .input(z.object({ id }))
    .output(response(z.null())),
  dismissReport: staffEndpoint
    .route(at('POST /admin/reports/{id}/dismiss', 'Leave what was reported as it is', 'Laporan ditutup.'))
    .input(decision)
    .output(response(report))
    .errors(unchanged),
}
