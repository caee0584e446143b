export { assessmentModule, type Assessment } from './assessment.ts'
export { addAssignment, copyAssignment } from './assignments/edit-assignment.ts'
export { cleanQuestionsOfFile } from './authoring/clean-in-worker.ts'
export { cleanOwnQuestions } from './authoring/clean-questions.ts'
export { addQuiz, copyQuiz, countQuestions } from './authoring/edit-quiz.ts'
export { readGift } from './gift-format/read-gift.ts'
export { readGiftInWorker } from './gift-format/read-in-worker.ts'
export { writeGift } from './gift-format/write-gift.ts'
export {
  answerOfHtml,
  answerOfText,
  decimalOf,
  describeForeign,
  moodleTypes,
  plainOf,
  type ForeignQuestion,
} from './moodle-xml/foreign-question.ts'
export { moodleHtml } from './moodle-xml/moodle-text.ts'
export { chooseLanguage, otherLanguages } from './moodle-xml/multilang.ts'
export { mapQuestionHtml } from './question-html.ts'
export { assessmentDomain } from './domain.ts'
