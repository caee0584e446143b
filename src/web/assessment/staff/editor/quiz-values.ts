import type { QuizSettings } from '#contract/assessment/quiz.ts'
import type { EditorQuestion } from './editor-question.ts'

/** The values of the quiz form. */
export type QuizValues = { settings: QuizSettings; questions: EditorQuestion[] }
