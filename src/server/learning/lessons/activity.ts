import { desc, eq } from 'drizzle-orm'
import type { Activity } from '#contract/learning/learning.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { dayOf, isoDay, mondayOf } from './jakarta-days.ts'
import { listStudyDays } from './study-days.ts'
import { completions } from '#server/learning/tables.ts'

const weeksShown = 12
const recentShown = 5

export async function showActivity(
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
): Promise<Activity> {
  const done = await database.query
    .select()
    .from(completions)
    .where(eq(completions.userId, userId))
    .orderBy(desc(completions.completedAt))
  const today = dayOf(clock.now())
  const thisMonday = mondayOf(today)
  const weeks = Array.from({ length: weeksShown }, (_, index) => {
    const monday = thisMonday - (weeksShown - 1 - index) * 7
    const ofWeek = done.filter(({ completedAt }) => mondayOf(dayOf(completedAt)) === monday)
    const courseIds = [...new Set(ofWeek.map(({ courseId }) => courseId))]
    const courses = courseIds.map((courseId) => ({
      courseId,
      completed: ofWeek.filter((row) => row.courseId === courseId).length,
    }))
    return { startsOn: isoDay(monday), completed: ofWeek.length, courses }
  })
  return {
    completedThisWeek: weeks.at(-1)?.completed ?? 0,
    completedInAll: done.length,
    ...streaks(await listStudyDays(database.query, userId), today),
    weeks,
    recent: done.slice(0, recentShown).map(({ courseId, lessonId, completedAt }) => ({
      courseId,
      contentId: lessonId,
      completedAt: completedAt.toISOString(),
    })),
  }
}

/** Without a completion today the streak up to yesterday still counts. */
export function streaks(days: ReadonlySet<number>, today: number): { streakDays: number; longestStreakDays: number } {
  let longestStreakDays = 0
  for (const day of days) {
    // Counts from the first day of each run only.
    if (!days.has(day - 1)) longestStreakDays = Math.max(longestStreakDays, runFrom(days, day, 1))
  }
  return { streakDays: runFrom(days, days.has(today) ? today : today - 1, -1), longestStreakDays }
}

function runFrom(days: ReadonlySet<number>, day: number, step: 1 | -1): number {
  let length = 0
  while (days.has(day + length * step)) length++
  return length
}
