import type { ListQuizResultsInput, QuizResultsFilter } from '#contract/assessment/quiz-results.ts'
import type { Answers, QuestionInput, QuizInput } from '#contract/assessment/quiz.ts'
import type { LessonKey } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { assignmentsOf } from './assignments/assignments.ts'
import { addAssignment, type NewAssignment } from './assignments/edit-assignment.ts'
import { openAttempt, saveAnswers, showAttempt, submitAttempt } from './attempts/attempts.ts'
import type { AssessmentDeps } from './deps.ts'
import { remindOfDeadlines } from './attempts/remind.ts'
import { runDueWork } from './attempts/due-work.ts'
import { addQuestions, addQuiz, saveQuiz, showQuiz, type NewQuiz } from './authoring/edit-quiz.ts'
import { exportResults, listResults } from './results/list-results.ts'
import { showStudentResults } from './results/student-results.ts'
import { showFigures } from './results/show-figures.ts'
import { requestRescore } from './attempts/rescore.ts'
import { showStart } from './attempts/show-start.ts'
import { receiveQuestions, writeQuestions } from './moodle-xml/question-files.ts'
import { listUploadsInUse } from './uploads-in-use.ts'

export type Assessment = ReturnType<typeof assessmentModule>

/** Quizzes: their questions for staff, and the attempts of students. Assignments: their rubrics, submissions and reviews. */
export function assessmentModule(deps: AssessmentDeps) {
  return {
    showQuiz: (staff: Viewer, key: LessonKey) => showQuiz(deps, staff, key),
    saveQuiz: (staff: Viewer, key: LessonKey, input: QuizInput & { version: number }) => saveQuiz(deps, staff, key, input),

    /** The first save of a quiz. Throws for questions that cleaning leaves without text. */
    addQuiz: (tx: Tx, quiz: NewQuiz) => addQuiz(tx, deps, quiz),
    addAssignment: (tx: Tx, assignment: NewAssignment) => addAssignment(tx, deps, assignment),

    /** Questions of a file that a user sent, and a file with all questions of a quiz. */
    receiveQuestions: (staff: Viewer, file: Blob, options: { skipMistakes: boolean }) => receiveQuestions(deps, staff, file, options),
    writeQuestions: (questions: readonly QuestionInput[], format: 'gift' | 'xml') => writeQuestions(deps, questions, format),

    addQuestions: (staff: Viewer, key: LessonKey, questions: readonly QuestionInput[]) => addQuestions(deps, staff, key, questions),

    /** Scores all submitted attempts again: as many as a round of periodic work takes at once, the others in the next rounds. */
    async rescore(staff: Viewer, key: LessonKey): Promise<number | null> {
      const attempts = await requestRescore(deps, staff, key)
      if (attempts) await runDueWork(deps)
      return attempts
    },

    /** What staff see of the attempts at a quiz; each call answers null for a quiz of others. */
    results: {
      list: (staff: Viewer, key: LessonKey, input: ListQuizResultsInput) => listResults(deps, staff, key, input),
      exportCsv: (staff: Viewer, key: LessonKey, filter: QuizResultsFilter) => exportResults(deps, staff, key, filter),
      showFigures: (staff: Viewer, key: LessonKey) => showFigures(deps, staff, key),
      showOfStudent: (staff: Viewer, key: { courseId: string; studentId: string }) => showStudentResults(deps, staff, key),
    },

    showStart: (viewer: Viewer, key: LessonKey) => showStart(deps, key, viewer),
    openAttempt: (viewer: Viewer, key: LessonKey) => openAttempt(deps, key, viewer),
    showAttempt: (userId: string, attemptId: string) => showAttempt(deps, { userId, attemptId }),
    saveAnswers: (userId: string, attemptId: string, input: { answers: Answers; seq: number }) => saveAnswers(deps, { userId, attemptId }, input),
    submitAttempt: (userId: string, attemptId: string) => submitAttempt(deps, { userId, attemptId }),

    /** The periodic work: scores attempts whose time is over, and tells of those whose time ends soon. */
    async runDueWork() {
      await runDueWork(deps)
      await remindOfDeadlines(deps)
    },
    assignments: assignmentsOf(deps),
    listUploadsInUse: (tx: Tx) => listUploadsInUse(tx),
  }
}
