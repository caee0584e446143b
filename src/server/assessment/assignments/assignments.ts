import type { AssignmentInput } from '#contract/assessment/assignment.ts'
import type { ListSubmissionsInput, ReviewInput } from '#contract/assessment/assignment-review.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import type { LessonKey } from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { saveAssignment, showAssignment } from './edit-assignment.ts'
import { handIn, listMySubmissions } from './hand-in/hand-in.ts'
import { countWaiting, listQueue, showSubmission } from './review/queue.ts'
import { review } from './review/review.ts'
import { downloadFile } from './hand-in/submission-file.ts'

/** Assignments: their rubrics and the review for staff, and what students hand in. */
export const assignmentsOf = (deps: AssessmentDeps) => ({
  show: (staff: Viewer, key: LessonKey) => showAssignment(deps, staff, key),
  save: (staff: Viewer, key: LessonKey, input: AssignmentInput & { version: number }) => saveAssignment(deps, staff, key, input),

  handIn: (viewer: Viewer, key: LessonKey, given: Parameters<typeof handIn>[3]) => handIn(deps, key, viewer, given),
  listMine: (viewer: Viewer, key: LessonKey) => listMySubmissions(deps, key, viewer),
  downloadFile: (viewer: Viewer, fileId: string) => downloadFile(deps, viewer, fileId),

  listQueue: (staff: Viewer, input: ListSubmissionsInput) => listQueue(deps, staff, input),
  countWaiting: (staff: Viewer) => countWaiting(deps, staff),
  showSubmission: (staff: Viewer, submissionId: string) => showSubmission(deps, staff, submissionId),
  review: (staff: Viewer, submissionId: string, input: ReviewInput) => review(deps, staff, submissionId, input),
})
