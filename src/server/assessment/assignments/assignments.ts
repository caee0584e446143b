import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { bindDeps } from '#server/platform/bind-deps.ts'
import { saveAssignment, showAssignment } from './edit-assignment.ts'
import { handIn, listMySubmissions } from './hand-in.ts'
import { downloadFile } from './submission-file.ts'
import { countWaiting, listQueue, showSubmission } from './grading-queue.ts'
import { gradeSubmission } from './grade.ts'

/** Assignments: their rubrics and grading for staff, and what students hand in. */
export const assignmentsOf = (deps: AssessmentDeps) => ({
  ...bindDeps(deps, { show: showAssignment, save: saveAssignment }),
  ...bindDeps(deps, { handIn, listMine: listMySubmissions, downloadFile }),
  ...bindDeps(deps, { listQueue, countWaiting, showSubmission, gradeSubmission }),
})
