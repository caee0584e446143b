import { asc, inArray, lte } from 'drizzle-orm'
import { isDatabaseUnavailable } from '#server/database/index.ts'
import type { AssessmentDeps } from './deps.ts'
import { scoreAttempt } from './score-attempt.ts'
import { quizAttempts } from './tables.ts'

/** The maximum number of attempts per round. */
const batch = 50
/** An attempt claimed by one process is hidden from others for this long; it is due again if scoring it fails. */
const leaseMs = 60_000

/** Scores attempts that were left open when their time ended. Safe in any number of processes; a failure is logged and retried. */
export async function runDueWork(deps: AssessmentDeps): Promise<void> {
  for (const attemptId of await claimDue(deps)) {
    try {
      await deps.database.transaction((tx) => scoreAttempt(tx, deps, attemptId))
    } catch (error) {
      // Without the database all further work would fail, too.
      if (isDatabaseUnavailable(error)) throw error
      deps.log.error({ err: error, attemptId }, 'scoring an attempt whose time is over failed and will be retried')
    }
  }
}

async function claimDue({ database, clock }: AssessmentDeps): Promise<string[]> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    const due = await tx
      .select({ id: quizAttempts.id })
      .from(quizAttempts)
      .where(lte(quizAttempts.dueAt, now))
      .orderBy(asc(quizAttempts.dueAt))
      .limit(batch)
      .for('update', { skipLocked: true })
    const ids = due.map(({ id }) => id)
    if (ids.length > 0)
      await tx
        .update(quizAttempts)
        .set({ dueAt: new Date(now.getTime() + leaseMs) })
        .where(inArray(quizAttempts.id, ids))
    return ids
  })
}
