import { sql, type SQL } from 'drizzle-orm'
import { jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { inactiveAfterDays, type StudentPart } from '#contract/learning/student-parts.ts'
import { enrollments, type Enrollment } from './tables.ts'

const { completedLessons, finishedAt, grantedAt, lastAccessedAt } = enrollments

// The same expression as in the index of the parts, of which a part is a range or two.
const stage = sql`(case when ${finishedAt} is not null then 2 when ${completedLessons} > 0 or ${lastAccessedAt} is not null then 1 else 0 end)`
const lastTouched = sql`coalesce(${lastAccessedAt}, ${grantedAt})`

/** Who touched the course before this day is inactive: `2026-11-12`. The figures of the overview are counted by the same days. */
export const inactiveBefore = (now: Date): string => jakartaDay(new Date(now.getTime() - inactiveAfterDays * dayMs))

/** Condition: the student is of this part. */
export function isOfPart(part: StudentPart, now: Date): SQL {
  const since = sql`${jakartaMidnight(inactiveBefore(now)).toISOString()}::timestamptz`
  if (part === 'finished') return sql`${stage} = 2`
  if (part === 'not-started') return sql`${stage} = 0`
  if (part === 'inactive') return sql`${stage} in (0, 1) and ${lastTouched} < ${since}`
  return sql`${stage} = 1 and ${lastTouched} >= ${since}`
}

/** The one part that is shown for a student. */
export function partOf(
  { finishedAt, completedLessons, lastAccessedAt, grantedAt }: Enrollment,
  now: Date,
): StudentPart {
  if (finishedAt) return 'finished'
  if (completedLessons === 0 && lastAccessedAt === null) return 'not-started'
  return (lastAccessedAt ?? grantedAt) < jakartaMidnight(inactiveBefore(now)) ? 'inactive' : 'in-progress'
}
