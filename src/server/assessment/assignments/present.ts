import type { AssignmentStatus } from '#contract/assessment/assignment-values.ts'
import type { Submission } from '#contract/assessment/submissions.ts'
import type { SubmissionFileRow, SubmissionRow } from './tables.ts'

type File = Pick<SubmissionFileRow, 'id' | 'name' | 'bytes'>

/** `reviewer` is empty for an account that is gone. */
export const presentSubmission = (row: SubmissionRow, files: readonly File[], reviewer: string): Submission => ({
  _id: row.id,
  number: row.number,
  status: row.status,
  text: row.text,
  link: row.link,
  files: files.map(({ id, name, bytes }) => ({ _id: id, name, bytes })),
  submittedAt: row.submittedAt.toISOString(),
  review: row.reviewedAt && {
    reviewedAt: row.reviewedAt.toISOString(),
    name: reviewer,
    comment: row.comment ?? '',
    scores: row.scores ?? [],
    points: row.earnedPoints,
    maximumPoints: row.maximumPoints,
  },
})

/** The newest version decides; it was never replaced. */
export const statusOf = (newest: Pick<SubmissionRow, 'status'> | undefined): AssignmentStatus =>
  newest === undefined || newest.status === 'replaced' ? 'none' : newest.status
