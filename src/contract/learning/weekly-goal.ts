import * as z from 'zod/mini'
import { at, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

/** Weeks and days in Jakarta time, as YYYY-MM-DD. A day is active when a lesson was completed on it. */
const weeklyGoal = z.object({
  /** Days a week; null without a goal. */
  days: z.nullable(z.number()),
  today: z.string(),
  /** This week's days from Monday to Sunday. */
  week: z.array(z.object({ day: z.string(), isActive: z.boolean() })),
  isKept: z.boolean(),
  /** Kept weeks in a row, this one included once it is kept. */
  streakWeeks: z.number(),
  /** Each catches one missed week; 0 to `maximumFreezes`. */
  freezes: z.number(),
  maximumFreezes: z.number(),
  /** How many kept weeks earn one. */
  keptWeeksPerFreeze: z.number(),
  /** Null: no goal, or it was set or changed in that week and not reached. */
  lastWeek: z.nullable(z.enum(['kept', 'frozen', 'missed'])),
})
export type WeeklyGoal = z.infer<typeof weeklyGoal>

const daysMessage = 'Pilih 1 sampai 7 hari'

/** Null: no goal for now. Weeks without one do not end the streak. */
const weeklyGoalInput = z.object({
  days: z.nullable(
    z.number(daysMessage).check(z.int(daysMessage), z.minimum(1, daysMessage), z.maximum(7, daysMessage)),
  ),
})

export const weeklyGoalContract = {
  showWeeklyGoal: signedInEndpoint
    .route(at('GET /me/weekly-goal', 'My goal of days a week, this week, and my streak of weeks'))
    .output(response(weeklyGoal)),
  saveWeeklyGoal: signedInEndpoint
    .route(at('PUT /me/weekly-goal', 'Set, change or pause my goal of days a week'))
    .input(weeklyGoalInput)
    .output(response(weeklyGoal)),
}
