import type { CohortState } from '#contract/groups/cohorts.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import type { GroupRow } from './tables.ts'

type Dates = Pick<GroupRow, 'startsOn' | 'endsOn' | 'joinUntil' | 'cancelledAt'>

/** True when nobody joins any more, whatever seats are free. Staff also add people after `joinUntil`, until the cohort has ended. */
export function isClosed({ endsOn, joinUntil, cancelledAt }: Dates, now: Date, { byStaff = false } = {}): boolean {
  const today = jakartaDay(now)
  if (cancelledAt !== null || (endsOn !== null && endsOn < today)) return true
  return !byStaff && joinUntil !== null && joinUntil < today
}

export function cohortState(cohort: Dates, seatsLeft: number | null, now: Date): CohortState {
  const today = jakartaDay(now)
  if (cohort.cancelledAt !== null) return 'closed'
  if (cohort.endsOn !== null && cohort.endsOn < today) return 'ended'
  if (!isClosed(cohort, now)) return seatsLeft === 0 ? 'full' : 'open'
  return cohort.startsOn !== null && cohort.startsOn <= today ? 'running' : 'closed'
}
