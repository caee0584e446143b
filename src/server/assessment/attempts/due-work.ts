import { asc, lte } from 'drizzle-orm'
import { lockedJob, type Job } from '#server/platform/jobs/index.ts'
import type { LessonKey } from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { requestRescore, rescoreAttempts } from './rescore.ts'
import { scoreAttempt } from './score-attempt.ts'
import { quizAttempts } from '#server/assessment/tables.ts'

/** Scores attempts that were left open when their time ended, and scores submitted ones again after staff asked for it. */
export const scoringJob = (deps: AssessmentDeps): Job =>
  lockedJob(deps, {
    name: 'quiz-scoring',
    table: quizAttempts,
    id: 'id',
    isDue: (now) => lte(quizAttempts.dueAt, now),
    orderBy: [asc(quizAttempts.dueAt)],
    async perform(tx, attempt) {
      await (attempt.submittedAt ? rescoreAttempts(tx, deps, attempt) : scoreAttempt(tx, deps, attempt.id))
      return null
    },
  })

/**
 * Scores all submitted attempts at a quiz again: as many as a run of due work takes at once, the others in the next ones. Returns their
 * number; null for a quiz of others.
 */
export async function rescore(deps: AssessmentDeps, staff: Viewer, key: LessonKey): Promise<number | null> {
  const attempts = await requestRescore(deps, staff, key)
  if (attempts) await scoringJob(deps).run(null, () => false)
  return attempts
}
