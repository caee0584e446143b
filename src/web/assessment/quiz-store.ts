import { failureCode, registerContract } from '#contract/client.ts'
import { isAnswered, type AnswerValue, type Answers } from '#contract/assessment/quiz-values.ts'
import type { Attempt, QuizResult, SavedAnswers, Solution } from '#contract/assessment/quiz-attempts.ts'
import { deviceStore } from '#web/kit/device/device-store.ts'
import { parseBoolean, parseNumber, parseObject, parseString } from '#web/kit/device/parse.ts'
import { isFinalRejection, type SyncTask } from '#web/kit/device/sync.ts'
import type { Api } from '#web/identity/index.ts'

/** An open attempt on this device. */
export type StoredAttempt = {
  /** As the server sent it, with the solutions that it has shown since. */
  attempt: Attempt
  answers: Answers
  /** Answers that the student has not had checked; only with `after-question`, where a checked answer is final. */
  drafts: Answers
  /** Questions whose answers the server has not confirmed. */
  changed: readonly string[]
  /** Version of the server's answers. */
  seq: number
  /** The student submitted, or the time is over. */
  wantsSubmit: boolean
  /** The server's clock minus the clock of this device, in milliseconds. */
  clockOffsetMs: number
}

/** Open attempts with their answers, by lesson. */
export const quizStore = deviceStore<StoredAttempt>({
  name: 'quiz',
  parse(stored) {
    const { attempt, answers, drafts, changed, seq, wantsSubmit, clockOffsetMs } = parseObject(stored)
    parseString(parseObject(attempt)['_id'])
    if (!Array.isArray(changed) || !Array.isArray(parseObject(attempt)['questions']))
      throw new Error('Stored attempts must have questions')
    return {
      // Only this version of the product writes it; its shape is the server's.
      attempt: attempt as Attempt,
      answers: parseObject(answers) as Answers,
      drafts: parseObject(drafts) as Answers,
      changed: changed.map(parseString),
      seq: parseNumber(seq),
      wantsSubmit: parseBoolean(wantsSubmit),
      clockOffsetMs: parseNumber(clockOffsetMs),
    }
  },
  merge: (_, incoming) => incoming,
})

const withAnswer = (answers: Answers, questionId: string, value: AnswerValue | undefined): Answers => {
  const { [questionId]: _, ...others } = answers
  return isAnswered(value) ? { ...others, [questionId]: value } : others
}

/** Stores an attempt as the server sent it; answers of this device that the server does not have stay, and so does all that is newer. */
export function storeAttempt(userId: string, attempt: Attempt, nowMs: number): void {
  quizStore.update(userId, attempt.contentId, (stored) => {
    const known = stored?.attempt._id === attempt._id ? stored : null
    // A slow response, sent before answers were saved.
    if (known && attempt.seq < known.seq) return known
    return {
      drafts: {},
      changed: [],
      wantsSubmit: false,
      ...known,
      attempt,
      answers: (known?.changed ?? []).reduce<Answers>(
        (answers, id) => withAnswer(answers, id, known?.answers[id]),
        attempt.answers,
      ),
      seq: attempt.seq,
      clockOffsetMs: new Date(attempt.now).getTime() - nowMs,
    }
  })
}

export function changeAnswer(
  userId: string,
  lessonId: string,
  questionId: string,
  value: AnswerValue | undefined,
): void {
  quizStore.update(userId, lessonId, (stored) => {
    if (!stored || stored.wantsSubmit) return stored
    if (stored.attempt.showAnswers === 'after-question')
      return { ...stored, drafts: withAnswer(stored.drafts, questionId, value) }
    return {
      ...stored,
      answers: withAnswer(stored.answers, questionId, value),
      changed: [...new Set([...stored.changed, questionId])],
    }
  })
}

const withDrafts = (stored: StoredAttempt, ids: readonly string[]): StoredAttempt => ({
  ...stored,
  answers: ids.reduce<Answers>(
    (answers, id) => withAnswer(answers, id, stored.drafts[id] ?? stored.answers[id]),
    stored.answers,
  ),
  drafts: ids.reduce<Answers>((drafts, id) => withAnswer(drafts, id, undefined), stored.drafts),
  changed: [...new Set([...stored.changed, ...ids])],
})

/** Makes the draft of a question its final answer. */
export const checkAnswer = (userId: string, lessonId: string, questionId: string): void =>
  quizStore.update(userId, lessonId, (stored) => stored && withDrafts(stored, [questionId]))

export const requestSubmit = (userId: string, lessonId: string): void =>
  quizStore.update(
    userId,
    lessonId,
    (stored) => stored && { ...withDrafts(stored, Object.keys(stored.drafts)), wantsSubmit: true },
  )

/** Where all answers of an attempt are: with the server, on this device, or in this page only; null before the first one and while they are sent. */
export function placeOfAnswers(
  stored: StoredAttempt,
  { isWaiting, isKept }: { isWaiting: boolean; isKept: boolean },
): 'server' | 'device' | 'page' | null {
  const isUnchecked = Object.keys(stored.drafts).length > 0
  if (isWaiting || (isUnchecked && !isKept)) return isKept ? 'device' : 'page'
  return stored.changed.length === 0 && stored.seq > 0 && !isUnchecked ? 'server' : null
}

let areCallsRegistered = false

export function registerQuizCalls(quizAttempts: object): void {
  registerContract({ quizAttempts })
  areCallsRegistered = true
}

/** `over`: the server has scored the attempt, or the student has no access any more. */
export type QuizSent =
  | { kind: 'saved' }
  | { kind: 'submitted'; attemptId: string; result: QuizResult }
  | { kind: 'over'; attemptId: string }
  | null

const isUnsent = (stored: StoredAttempt | null): stored is StoredAttempt =>
  stored !== null && (stored.changed.length > 0 || stored.wantsSubmit)
/** Two devices that save at the same moment; each round one of them wins. */
const maximumRounds = 4

/** Sends answers, and the submission after them, per lesson. What the server does not take any more, because time is over, is lost: it scores what it had. */
export const quizTask: SyncTask<QuizSent> = {
  name: 'quiz',
  unsent: (userId) => quizStore.list(userId).filter((lessonId) => isUnsent(quizStore.read(userId, lessonId))),
  async send(api, userId, lessonId) {
    // Where the quiz is open it is registered. Chromium does not repeat an import that failed without a connection.
    if (!areCallsRegistered)
      registerQuizCalls((await import('#contract/assessment/quiz-attempts.ts')).quizAttemptsContract)
    const stored = quizStore.read(userId, lessonId)
    if (!isUnsent(stored)) return { result: null }
    const { _id: attemptId } = stored.attempt
    const remove = () => quizStore.update(userId, lessonId, (now) => (now?.attempt._id === attemptId ? null : now))
    try {
      if (stored.changed.length > 0) await sendAnswers(api, userId, lessonId)
      const now = quizStore.read(userId, lessonId)
      if (!now?.wantsSubmit) return { result: { kind: 'saved' } }
      // Submitting would lose them. The sync tries again.
      if (now.changed.length > 0) throw new DOMException('Another device keeps saving', 'AbortError')
      const { data } = await api.authenticated.quizAttempts.submitAttempt({ id: attemptId })
      return { result: { kind: 'submitted', attemptId, result: data }, confirm: remove }
    } catch (error) {
      if (failureCode(error) !== 'ATTEMPT_OVER' && !isFinalRejection(error)) throw error
      return { result: { kind: 'over', attemptId }, confirm: remove }
    }
  },
}

/** The server may return the pairs of an answer in another order. */
const comparable = (value: AnswerValue | undefined): string =>
  JSON.stringify(typeof value === 'object' && !Array.isArray(value) ? Object.entries(value).toSorted() : value) ?? ''
const isSame = (one: AnswerValue | undefined, other: AnswerValue | undefined) => comparable(one) === comparable(other)

/** Sends all answers. Those of another device, which the server returns, are kept, and the changes of this one are sent over them. */
async function sendAnswers(api: Api, userId: string, lessonId: string): Promise<void> {
  for (let round = 0; round < maximumRounds; round++) {
    const sent = quizStore.read(userId, lessonId)
    if (!sent || sent.changed.length === 0) return
    const { data } = await api.authenticated.quizAttempts.saveAnswers({
      id: sent.attempt._id,
      answers: sent.answers as Record<string, never>,
      seq: sent.seq + 1,
    })
    quizStore.update(userId, lessonId, (stored) => stored && confirmed(stored, sent, data))
    if (sent.changed.every((id) => id in data.solutions || isSame(data.answers[id], sent.answers[id]))) return
  }
}

/** Merges the answers that the server returned: `stored` may have changed since `sent`. */
function confirmed(
  stored: StoredAttempt,
  sent: StoredAttempt,
  { answers, seq, solutions }: SavedAnswers,
): StoredAttempt {
  const isConfirmed = (id: string) =>
    id in solutions ||
    (sent.changed.includes(id) && isSame(answers[id], sent.answers[id]) && isSame(stored.answers[id], sent.answers[id]))
  const changed = stored.changed.filter((id) => !isConfirmed(id))
  return {
    ...stored,
    attempt: {
      ...stored.attempt,
      questions: stored.attempt.questions.map((question) => withSolution(question, solutions[question._id])),
    },
    answers: changed.reduce<Answers>((merged, id) => withAnswer(merged, id, stored.answers[id]), answers),
    changed,
    seq,
  }
}

const withSolution = (question: Attempt['questions'][number], solution: Solution | undefined) =>
  solution ? { ...question, solution } : question
