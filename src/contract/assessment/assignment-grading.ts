import * as z from 'zod/mini'
import { hasVisibleText } from '#contract/kit/text/visible-text.ts'
import { emptyUnlessVisible } from '#contract/kit/text/visible-text-rules.ts'
import { maxKeys } from '#contract/kit/max-keys.ts'
import { assignmentInput } from './assignment.ts'
import { maximumCommentLength, gradingStatuses } from './assignment-values.ts'
import { at, id, response, staffEndpoint, staleError, knownVersion } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'
import { assignmentTerms, submission } from './submissions.ts'

// Staff calls of assignments: the rubric, the queue and the review.

const lessonParams = z.object({ id, contentId: id })

const staffAssignment = z.extend(assignmentTerms, {
  contentId: z.string(),
  title: z.string(),
  /** Version for optimistic locking; 0 before the first save. */
  version: z.number(),
  updatedAt: z.nullable(z.string()),
})
export type StaffAssignment = z.infer<typeof staffAssignment>

const named = z.object({ _id: z.string(), title: z.string() })

/** A version in the queue. */
const queuedSubmission = z.object({
  _id: z.string(),
  number: z.number(),
  status: z.enum(gradingStatuses),
  submittedAt: z.string(),
  student: z.object({ _id: z.string(), name: z.string() }),
  course: named,
  content: named,
})
export type QueuedSubmission = z.infer<typeof queuedSubmission>

const gradedSubmission = z.extend(submission, {
  student: z.object({ _id: z.string(), name: z.string() }),
  course: named,
  content: named,
  /** The task as clean HTML. */
  task: z.string(),
  terms: assignmentTerms,
  /** All versions of the student, newest first; at most 50. */
  versions: z.array(submission),
})
export type GradedSubmission = z.infer<typeof gradedSubmission>

const { page, limit } = staffListInput(['none'])
export const listSubmissionsInput = z.object({
  page,
  limit,
  cursor,
  status: z._default(z.enum(gradingStatuses, 'Status tidak dikenal'), 'waiting'),
  course: z.optional(z.string().check(z.maxLength(64, 'Kelas tidak dikenal'))),
})
export type ListSubmissionsInput = z.output<typeof listSubmissionsInput>

/** More than this many waiting ones are not counted for the navigation. */
export const maximumWaitingShown = 99

const gradeFields = {
  decision: z.enum(['accept', 'revise'], 'Pilih terima atau minta revisi'),
  /** The id of the chosen level by criterion id. */
  scores: z._default(
    z
      .record(
        z.string().check(z.maxLength(64)),
        z.string('Pilih satu tingkat').check(z.maxLength(64, 'Pilih satu tingkat')),
        'Nilai tidak dikenal',
      )
      .check(maxKeys(100, 'Nilai tidak dikenal')),
    {},
  ),
  comment: z._default(
    z
      .string('Komentar berupa teks')
      .check(
        z.trim(),
        emptyUnlessVisible,
        z.maxLength(maximumCommentLength, `Maksimal ${maximumCommentLength.toLocaleString('id-ID')} karakter`),
      ),
    '',
  ),
}
type Sent = { decision?: unknown; comment?: unknown }
const explains = z.refine<Sent>(
  ({ decision, comment }) => decision !== 'revise' || (typeof comment === 'string' && hasVisibleText(comment)),
  {
    error: 'Tulis apa yang perlu diperbaiki',
    path: ['comment'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
)
export const gradeInput = z.object(gradeFields).check(explains)
export type GradeInput = z.output<typeof gradeInput>

export const assignmentGradingContract = {
  showAssignment: staffEndpoint
    .route(at('GET /courses/{id}/content/{contentId}/assignment', 'The points and rubric of an assignment'))
    .input(lessonParams)
    .output(response(staffAssignment)),
  saveAssignment: staffEndpoint
    .meta({ access: 'staff', maximumBodyBytes: 1024 * 1024 })
    .route(
      at(
        'PUT /courses/{id}/content/{contentId}/assignment',
        'Replace the points and rubric of an assignment',
        'Rubrik tersimpan.',
      ),
    )
    .input(z.extend(assignmentInput, { id, contentId: id, version: knownVersion }))
    .output(response(staffAssignment))
    .errors(staleError),
  listSubmissions: staffEndpoint
    .route(
      at(
        'GET /admin/submissions',
        'Submissions with one status (by default waiting), oldest first; instructors see those of their courses',
      ),
    )
    .input(listSubmissionsInput)
    .output(keysetResponse(queuedSubmission)),
  countWaitingSubmissions: staffEndpoint
    .route(
      at(
        'GET /admin/waiting-submissions',
        `How many submissions wait for a review; counted up to ${maximumWaitingShown}`,
      ),
    )
    .output(response(z.object({ waiting: z.number(), /** False when there are more. */ isCounted: z.boolean() }))),
  showSubmission: staffEndpoint
    .route(at('GET /admin/submissions/{id}', 'A submission with its task, rubric and all versions'))
    .input(z.object({ id }))
    .output(response(gradedSubmission)),
  reviewSubmission: staffEndpoint
    .route(
      at(
        'POST /admin/submissions/{id}/review',
        'Accept a submission, which completes the lesson, or ask for a revision',
      ),
    )
    .input(z.object({ id, ...gradeFields }).check(explains))
    .output(
      response(
        z.extend(submission, {
          /** The oldest submission that waits for this reviewer; null when there is none. */ nextId: z.nullable(
            z.string(),
          ),
        }),
      ),
    )
    .errors({ STALE: { status: 409, message: 'Versi ini sudah dinilai, atau siswa sudah mengirim versi baru.' } }),
}
