import { inField } from '#server/platform/too-costly.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import type { QuestionInput } from '#contract/assessment/quiz.ts'
import {
  cleanQuestions,
  type Cleaned,
  type cleanQuestionsWithPictures,
  type QuestionsToClean,
} from './clean-questions.ts'

const file = new URL('clean-questions.ts', import.meta.url)
/** Characters of a quiz with some dozen questions; shorter ones are cleaned in this process, within milliseconds. */
const shortQuiz = 20_000

/** Questions of a user, if they are long cleaned in a worker process. Throws TextTooCostly with the field `questions`. */
export async function cleanUserQuestions(userId: string, questions: QuestionsToClean): Promise<Cleaned> {
  if (JSON.stringify(questions.inputs).length <= shortQuiz) return cleanQuestions(questions)
  return inField('questions', parseInWorker<typeof cleanQuestions>(userId, file, 'cleanQuestions', questions))
}

/** Questions of a course file, in a worker process; see cleanQuestionsWithPictures. Throws TextTooCostly. */
export const cleanQuestionsOfFile = (
  client: string,
  inputs: readonly QuestionInput[],
): Promise<ReturnType<typeof cleanQuestionsWithPictures>> =>
  parseInWorker<typeof cleanQuestionsWithPictures>(client, file, 'cleanQuestionsWithPictures', inputs)
