import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import { assignmentsOf } from './assignments/assignments.ts'
import { addAssignment } from './assignments/edit-assignment.ts'
import { ownsAttempt, openAttempt, saveAnswers, showAttempt, submitAttempt } from './attempts/attempts.ts'
import { rescore, scoringJob } from './attempts/due-work.ts'
import { deadlineJob, isStillOpen } from './attempts/remind.ts'
import { showStart } from './attempts/show-start.ts'
import { addQuiz, saveQuiz, showQuiz } from './edit-quiz.ts'
import type { AssessmentDeps } from './deps.ts'
import { importQuestions, writeQuestions } from './question-files/question-files.ts'
import { exportResults, listResults } from './list-results.ts'
import { showStudentResults } from './student-results.ts'
import { showFigures } from './show-figures.ts'
import { listUploadsInUse } from './uploads-in-use.ts'

export type Assessment = ReturnType<typeof assessmentModule>

/** Quizzes: their questions for staff, and the attempts of students. Assignments: their rubrics, submissions and reviews. */
export const assessmentModule = (deps: AssessmentDeps) => ({
  ...bindDeps(deps, { showQuiz, saveQuiz, importQuestions, writeQuestions, rescore }),
  ...bindInTransaction(deps, { addQuiz, addAssignment }),
  ...bindDeps(deps, { showStart, openAttempt, showAttempt, ownsAttempt, saveAnswers, submitAttempt }),
  dueWork: [scoringJob(deps), deadlineJob(deps)],
  stillHolds: bindInTransaction(deps, { deadline: isStillOpen }),
  results: bindDeps(deps, {
    list: listResults,
    exportCsv: exportResults,
    showFigures,
    showOfStudent: showStudentResults,
  }),
  assignments: assignmentsOf(deps),
  listUploadsInUse,
})
