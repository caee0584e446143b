import { asc, inArray, lte } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import { claimDue, isDatabaseUnavailable } from '#server/platform/database/index.ts'
import type { LessonKey } from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { remindOfDeadlines } from './remind.ts'
import { requestRescore, rescoreAttempts } from './rescore.ts'
import { scoreAttempt } from './score-attempt.ts'
import { quizAttempts, type AttemptRow } from '#server/assessment/tables.ts'

/** The maximum number of attempts that are claimed at once. */
const batch = 50
/** More wait for the next round, so that other work is not held up. */
const batchesPerRound = 20
/** An attempt claimed by one process is hidden from others for this long; it is due again if scoring it fails. */
const leaseMs = minuteMs

/**
 * Scores attempts that were left open when their time ended, and scores submitted ones again after staff asked for it. Safe in any number of
 * processes; a failure is logged and retried.
 */
async function scoreDueAttempts(deps: AssessmentDeps): Promise<void> {
  for (let count = 0; count < batchesPerRound; count++) {
    const due = await claimAttempts(deps)
    for (const attempt of due) await scoreDue(deps, attempt)
    if (due.length < batch) return
  }
}

/** Scores attempts whose time is over, and tells of those whose time ends soon. */
export async function runDueWork(deps: AssessmentDeps): Promise<void> {
  await scoreDueAttempts(deps)
  await remindOfDeadlines(deps)
}

/**
 * Scores all submitted attempts at a quiz again: as many as a round of periodic work takes at once, the others in the next rounds. Returns
 * their number; null for a quiz of others.
 */
export async function rescore(deps: AssessmentDeps, staff: Viewer, key: LessonKey): Promise<number | null> {
  const attempts = await requestRescore(deps, staff, key)
  if (attempts) await scoreDueAttempts(deps)
  return attempts
}

type DueAttempt = Pick<AttemptRow, 'id' | 'userId' | 'lessonId' | 'submittedAt'>

async function scoreDue(deps: AssessmentDeps, attempt: DueAttempt): Promise<void> {
  try {
    await deps.database.transaction(
      async (tx) =>
        void (await (attempt.submittedAt ? rescoreAttempts(tx, deps, attempt) : scoreAttempt(tx, deps, attempt.id))),
    )
  } catch (error) {
    // Without the database all further work would fail, too.
    if (isDatabaseUnavailable(error)) throw error
    deps.log.error({ err: error, attemptId: attempt.id }, 'scoring an attempt that was due failed and will be retried')
  }
}

const { id, userId, lessonId, submittedAt } = quizAttempts
const claimed = { id, userId, lessonId, submittedAt }

function claimAttempts({ database, clock }: AssessmentDeps): Promise<DueAttempt[]> {
  const now = clock.now()
  const dueAt = new Date(now.getTime() + leaseMs)
  return database.transaction((tx) => {
    const due = tx
      .select(claimed)
      .from(quizAttempts)
      .where(lte(quizAttempts.dueAt, now))
      .orderBy(asc(quizAttempts.dueAt))
      .limit(batch)
    return claimDue(due, (ids) => tx.update(quizAttempts).set({ dueAt }).where(inArray(quizAttempts.id, ids)))
  })
}
