import * as z from 'zod/mini'
import { at, download, freshStaffEndpoint, id, paging, response, staffEndpoint } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { submissionStatuses } from './assignment-values.ts'
import { questionTypes } from './quiz-values.ts'

// Attempts at a quiz, as staff see them.

export const attemptStates = ['passed', 'failed', 'open'] as const
export type AttemptState = (typeof attemptStates)[number]

/** An attempt in the list. */
const quizAttemptRow = z.object({
  _id: z.string(),
  student: z.object({ name: z.string(), email: z.string() }),
  /** Counts the attempts of the student, from 1. */
  number: z.number(),
  startedAt: z.string(),
  /** Null while it is open, as `seconds` and `percent`. */
  submittedAt: z.nullable(z.string()),
  /** From opening to submitting. */
  seconds: z.nullable(z.number()),
  percent: z.nullable(z.number()),
  state: z.enum(attemptStates),
})
export type QuizAttemptRow = z.infer<typeof quizAttemptRow>

/** How a question did in the latest submitted attempts, measured with its answer as it is now. */
const questionFigures = z.object({
  _id: z.string(),
  type: z.enum(questionTypes),
  /** As plain text. */
  text: z.string(),
  /** Attempts that contained it. */
  attempts: z.number(),
  /** Completely right, in whole percent; null without an attempt. */
  rightPercent: z.nullable(z.number()),
  /** The most frequent wrong answer as text, and its share of all attempts in whole percent. */
  wrong: z.nullable(z.object({ answer: z.string(), percent: z.number() })),
  /**
   * Discrimination: the correlation of answering it right with the points of all other questions, from -1 to 1 in hundredths. Null with fewer than
   * ten attempts, or where all are equal.
   */
  discrimination: z.nullable(z.number()),
})
export type QuestionFigures = z.infer<typeof questionFigures>

/** A student's results in the quizzes and assignments of a course. */
const studentResults = z.object({
  quizzes: z.array(
    z.object({
      contentId: z.string(),
      attempts: z.number(),
      /** Counts submitted attempts; null without one. */
      bestPercent: z.nullable(z.number()),
      passed: z.boolean(),
      lastAt: z.string(),
    }),
  ),
  /** The latest version of each. */
  assignments: z.array(
    z.object({
      contentId: z.string(),
      submissionId: z.string(),
      number: z.number(),
      status: z.enum(submissionStatuses),
      submittedAt: z.string(),
      /** Null until it was reviewed. */
      points: z.nullable(z.number()),
      maximumPoints: z.nullable(z.number()),
    }),
  ),
})
export type StudentResults = z.infer<typeof studentResults>

const stateMessage = 'Status tidak dikenal'
const filters = {
  /** Part of a student's name or e-mail address. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  state: z.optional(z.enum(attemptStates, stateMessage)),
}
export const exportQuizResultsInput = z.object(filters)
export const listQuizResultsInput = z.object({ ...filters, ...paging, cursor })
export type QuizResultsFilter = z.output<typeof exportQuizResultsInput>
export type ListQuizResultsInput = z.output<typeof listQuizResultsInput>

const params = { id, contentId: id }
const path = '/courses/{id}/content/{contentId}/results'

export const quizResultsContract = {
  listQuizResults: staffEndpoint
    .route(at(`GET ${path}`, 'The attempts of all students at a quiz, newest first'))
    .input(z.extend(listQuizResultsInput, params))
    .output(keysetResponse(quizAttemptRow)),
  exportQuizResults: freshStaffEndpoint
    .route(
      at(`GET ${path}/export`, 'The filtered attempts at a quiz as CSV, newest first', { outputStructure: 'detailed' }),
    )
    .input(z.extend(exportQuizResultsInput, params))
    .output(download),
  showStudentResults: staffEndpoint
    .route(
      at(
        'GET /courses/{id}/students/{studentId}/results',
        'What a student did in the quizzes and assignments of a course',
      ),
    )
    .input(z.object({ id, studentId: id }))
    .output(response(studentResults)),
  showQuizFigures: staffEndpoint
    .route(at(`GET ${path}/questions`, 'Per question: share right, most chosen wrong answer and discrimination'))
    .input(z.object(params))
    .output(
      response(
        z.object({
          /** Submitted attempts that were read; at most 2,000, the latest. */ attempts: z.number(),
          questions: z.array(questionFigures),
        }),
      ),
    ),
}
