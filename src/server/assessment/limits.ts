import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'

export const handInsPerStudent: RateLimit = { name: 'hand-in', times: 20, perMs: hourMs }
/** Counts all files of a student, also of earlier versions. */
export const bytesPerStudent = 500 * 1024 * 1024
/** The same for the files of all students of a course. */
export const bytesPerCourse = 20 * 1024 * 1024 * 1024
/** Answers given in time count when they arrive this much later. */
export const lateAnswerMs = 10_000
/** Limits a quiz without a limit of its own. */
export const mostAttempts = 1_000
// Far above what people do. Without limits a program opens dozens of attempts a second, and every list, result and export of them grows.
export const attemptsAtOneQuiz = { times: 30, perMs: 15 * minuteMs }
export const attemptsAtAllQuizzes = { times: 400, perMs: dayMs }
