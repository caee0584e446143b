export { assessmentModule, type Assessment } from './assessment.ts'
export { addAssignment, copyAssignment } from './assignments/edit-assignment.ts'
export { cleanQuestionsOfFile } from './clean-in-worker.ts'
export { cleanOwnQuestions } from './clean-questions.ts'
export { addQuiz, copyQuiz, countQuestions } from './edit-quiz.ts'
export { readGift } from './question-files/read-gift.ts'
export { readGiftInWorker } from './question-files/read-gift-in-worker.ts'
export { writeGift } from './question-files/write-gift.ts'
export {
  answerOfHtml,
  answerOfText,
  decimalOf,
  describeForeign,
  ignoresCase,
  moodleTypes,
  lostLabels,
  lostTexts,
  plainOf,
  type ForeignQuestion,
} from './question-files/foreign-question.ts'
export { moodleTextAt } from './question-files/moodle-text.ts'
export { chooseLanguage, otherLanguages } from './question-files/multilang.ts'
export { mapQuestionHtml } from './question-html.ts'
export { assessmentDomain } from './domain.ts'
