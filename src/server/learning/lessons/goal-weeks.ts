import { mondayOf } from './jakarta-days.ts'

/** From the week of this Monday on the goal is `days` a week; null: no goal. Days are counted from 1 January 1970. */
export type GoalChange = { monday: number; days: number | null }

export type GoalWeeks = {
  /** The goal of this week. */
  days: number | null
  isKept: boolean
  /** Kept weeks in a row. A week without a goal, and one that a freeze caught, neither count nor end it. */
  streakWeeks: number
  freezes: number
  /** Null: no goal, or it was set or changed in that week and not reached. */
  lastWeek: 'kept' | 'frozen' | 'missed' | null
}

export const maximumFreezes = 2
export const keptWeeksPerFreeze = 2

/** The weeks since the first goal, this one included. `changes` are in order, at most one a week. */
export function goalWeeks(changes: readonly GoalChange[], activeDays: ReadonlySet<number>, today: number): GoalWeeks {
  const thisMonday = mondayOf(today)
  const changedAt = new Map(changes.map(({ monday, days }) => [monday, days]))
  let [days, isKept, streakWeeks, freezes, towardFreeze]: [number | null, boolean, number, number, number] = [
    null,
    false,
    0,
    0,
    0,
  ]
  let outcome: GoalWeeks['lastWeek'] = null
  let lastWeek: GoalWeeks['lastWeek'] = null

  for (let monday = changes[0]?.monday ?? thisMonday; monday <= thisMonday; monday += 7) {
    const change = changedAt.get(monday)
    if (change !== undefined) days = change
    lastWeek = outcome
    isKept = days !== null && countDays(activeDays, monday) >= days
    if (isKept) {
      outcome = 'kept'
      streakWeeks++
      // Nothing is saved up beyond the maximum, so that another kept week never leads to a shorter streak later.
      if (freezes < maximumFreezes && ++towardFreeze === keptWeeksPerFreeze) [freezes, towardFreeze] = [freezes + 1, 0]
    } else if (days === null || change !== undefined || monday === thisMonday) {
      // A goal that was set or changed on a Sunday cannot be missed in that week.
      outcome = null
    } else if (freezes > 0) {
      outcome = 'frozen'
      freezes--
    } else {
      outcome = 'missed'
      ;[streakWeeks, towardFreeze] = [0, 0]
    }
  }
  return { days, isKept, streakWeeks, freezes, lastWeek }
}

/** How many days of the week of this Monday are active. */
function countDays(activeDays: ReadonlySet<number>, monday: number): number {
  let count = 0
  for (let day = monday; day < monday + 7; day++) if (activeDays.has(day)) count++
  return count
}
