import * as z from 'zod/mini'
import { lessonClosure } from '#contract/catalog/catalog.ts'
import { at, response, id, signedInEndpoint } from '#contract/kit/endpoint.ts'
import { maxKeys } from '#contract/kit/max-keys.ts'
import { maximumQuestions, questionTypes, showAnswers, type AnswerValue } from './quiz-values.ts'

// Attempts of students at quizzes.

const part = z.object({ _id: z.string(), text: z.string() })

/** Shown with a question once the setting of the quiz allows it. */
export const solution = z.object({
  /** Earned points. */
  points: z.number(),
  /** The right answer in the form of an answer; all accepted texts of a short text. */
  correct: z.custom<AnswerValue>(),
  /** Numbers only. */
  tolerance: z.optional(z.number()),
  /** Further right numbers. */
  others: z.optional(z.array(z.object({ answer: z.number(), tolerance: z.number() }))),
  feedback: z.string(),
  /** By option id, or 'true' and 'false'; without those that are empty. */
  optionFeedback: z.record(z.string(), z.string()),
})
export type Solution = z.infer<typeof solution>

/** A question as students see it: its parts in the order of the attempt. */
const attemptQuestion = z.object({
  _id: z.string(),
  type: z.enum(questionTypes),
  text: z.string(),
  points: z.number(),
  /** Parts of `one` and `several`. */
  options: z.optional(z.array(part)),
  /** Parts of `order`, shuffled. */
  items: z.optional(z.array(part)),
  /** Left parts of `pairs`. */
  lefts: z.optional(z.array(part)),
  /** Right parts of `pairs`, shuffled. */
  rights: z.optional(z.array(part)),
  solution: z.optional(solution),
})
export type AttemptQuestion = z.infer<typeof attemptQuestion>

const quizResult = z.object({ percent: z.number(), passed: z.boolean() })
export type QuizResult = z.infer<typeof quizResult>

export const attempt = z.object({
  _id: z.string(),
  courseId: z.string(),
  contentId: z.string(),
  number: z.number(),
  startedAt: z.string(),
  /** The end of its time by the server's clock; null without a limit. */
  deadline: z.nullable(z.string()),
  /** The server's time of this response. */
  now: z.string(),
  submittedAt: z.nullable(z.string()),
  passPercent: z.number(),
  showAnswers: z.enum(showAnswers),
  questions: z.array(attemptQuestion),
  answers: z.record(z.string(), z.custom<AnswerValue>()),
  /** Version of the last stored answers; 0 before the first. */
  seq: z.number(),
  /** Null while it is open. */
  result: z.nullable(quizResult),
})
export type Attempt = z.infer<typeof attempt>

/** Stored after a save. */
const savedAnswers = z.object({
  answers: z.record(z.string(), z.custom<AnswerValue>()),
  seq: z.number(),
  /** By question id, as far as the setting allows during an attempt. */
  solutions: z.record(z.string(), solution),
})
export type SavedAnswers = z.infer<typeof savedAnswers>

const attemptSummary = z.object({
  _id: z.string(),
  number: z.number(),
  startedAt: z.string(),
  deadline: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
  result: z.nullable(quizResult),
})

/** A quiz before an attempt. */
const quizStart = z.object({
  /** Questions of an attempt. */
  questionCount: z.number(),
  passPercent: z.number(),
  timeLimitMinutes: z.nullable(z.number()),
  showAnswers: z.enum(showAnswers),
  /** Null: unlimited. */
  attemptsLeft: z.nullable(z.number()),
  /** The best result; null before the first. */
  best: z.nullable(quizResult),
  /** My attempts, newest first; at most 50. */
  attempts: z.array(attemptSummary),
})
export type QuizStart = z.infer<typeof quizStart>

/** More questions are never in an attempt. */
const answersInput = z
  .record(
    z.string().check(z.maxLength(64)),
    z.union(
      [
        z.string().check(z.maxLength(1_000)),
        z.number().check(z.minimum(-1e15), z.maximum(1e15)),
        z.boolean(),
        z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20)),
        z
          .record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(64)))
          .check(maxKeys(20, 'Maksimal 20 pasangan')),
      ],
      'Jawaban ini tidak dikenal',
    ),
    'Jawaban wajib diisi',
  )
  .check(maxKeys(maximumQuestions, `Maksimal ${maximumQuestions} jawaban`))

const lessonParams = z.object({ id, contentId: id })
const attemptParams = z.object({ id })
const notEnrolled = {
  NOT_ENROLLED: { status: 403, message: 'Kuis ini untuk siswa yang terdaftar di kelasnya.' },
} as const
const closed = {
  LESSON_CLOSED: {
    status: 403,
    message: 'Materi ini belum terbuka.',
    data: z.extend(lessonClosure, { contentId: z.string() }),
  },
} as const

export const quizAttemptsContract = {
  showQuizStart: signedInEndpoint
    .route(at('GET /courses/{id}/content/{contentId}/attempts', 'What a quiz asks for, and my attempts at it'))
    .input(lessonParams)
    .output(response(quizStart))
    .errors({ ...notEnrolled, ...closed }),
  openAttempt: signedInEndpoint
    .route(at('POST /courses/{id}/content/{contentId}/attempts', 'Open an attempt at a quiz, or return the open one'))
    .input(lessonParams)
    .output(response(attempt))
    .errors({
      ...notEnrolled,
      ...closed,
      ATTEMPTS_USED_UP: { status: 409, message: 'Kesempatanmu untuk kuis ini sudah habis.' },
      QUIZ_EMPTY: { status: 409, message: 'Kuis ini belum punya soal. Coba lagi nanti, ya.' },
    }),
  showAttempt: signedInEndpoint
    .route(at('GET /attempts/{id}', 'My attempt, with what the quiz lets students see'))
    .input(attemptParams)
    .output(response(attempt))
    .errors(notEnrolled),
  saveAnswers: signedInEndpoint
    .meta({ access: 'signed-in', maximumBodyBytes: 900_000 })
    .route(at('PUT /attempts/{id}/answers', 'Save all my answers; idempotent, and an older seq changes nothing'))
    .input(
      z.object({
        id,
        answers: answersInput,
        seq: z
          .number('Nomor urut tidak valid')
          .check(z.int('Nomor urut tidak valid'), z.minimum(1, 'Nomor urut tidak valid')),
      }),
    )
    .output(response(savedAnswers))
    .errors({
      ...notEnrolled,
      ATTEMPT_OVER: { status: 409, message: 'Kuis ini sudah dikumpulkan atau waktunya sudah habis.' },
    }),
  submitAttempt: signedInEndpoint
    .route(
      at('POST /attempts/{id}/submit', 'Submit my attempt: it is scored once, and every later call returns the same'),
    )
    .input(attemptParams)
    .output(response(quizResult))
    .errors(notEnrolled),
}
