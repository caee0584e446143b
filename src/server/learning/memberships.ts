import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { inactiveAfterDays, type StudentPart } from '#contract/learning/student-parts.ts'
import { userSql } from '#server/identity/index.ts'
import { timestamptz } from '#server/platform/database/index.ts'

export const enrollments = pgTable('enrollments', {
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  sourceRef: text('source_ref').notNull(),
  grantedAt: timestamptz('granted_at').notNull(),
  revokedAt: timestamptz('revoked_at'),
  /** The cohort or team that the right to study belongs to; its members are nowhere else. */
  groupId: uuid('group_id'),
  groupJoinedAt: timestamptz('group_joined_at'),
  /** The cohort that the student left last by moving to another one. */
  leftGroupId: uuid('left_group_id'),
  /** The team whose seat gave this right. */
  teamId: uuid('team_id'),
  /** True when the manager of the team sees the progress. */
  showsProgress: boolean('shows_progress').notNull().default(false),
  /** How many days after the start of an earlier group had begun when the student moved. */
  openedDays: integer('opened_days'),
  /** When the right to study ends; null: never. */
  endsAt: timestamptz('ends_at'),
  lastLessonId: uuid('last_content_id'),
  lastAccessedAt: timestamptz('last_accessed_at'),
  /** When every lesson was completed; a lesson added later does not undo it. */
  finishedAt: timestamptz('finished_at'),
  /** The date of a finish that the student undid by uncompleting a lesson that belonged to it. Never beside `finishedAt`. */
  undoneFinishAt: timestamptz('undone_finish_at'),
  /** Maintained by triggers: the student's name in lower case, and the number of completions. Lists of students are ordered by them. */
  studentName: text('student_name').notNull().default(''),
  /** Kept by triggers: what the student is searched by (`userSql`). Empty in a row that is older than the column, until the daily check. */
  studentSearch: text('student_search').notNull().default(''),
  completedLessons: integer('completed_lessons').notNull().default(0),
})

export type Enrollment = typeof enrollments.$inferSelect

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
export function shownPartOf(
  { finishedAt, completedLessons, lastAccessedAt, grantedAt }: Enrollment,
  now: Date,
): StudentPart {
  if (finishedAt) return 'finished'
  if (completedLessons === 0 && lastAccessedAt === null) return 'not-started'
  return (lastAccessedAt ?? grantedAt) < jakartaMidnight(inactiveBefore(now)) ? 'inactive' : 'in-progress'
}

/** Some of the students of a course: those of a part, of a cohort, who match a search, or all of that. */
export type SomeStudents = { part?: StudentPart | null; q?: string | undefined; groupId?: string | undefined }

const { courseId, revokedAt, studentSearch, userId } = enrollments

/** A subquery with `course_id` and `granted_at`: the courses in which this user is enrolled now. */
export const coursesOf = (id: string): SQL =>
  sql`select ${courseId} as course_id, ${grantedAt} as granted_at from ${enrollments}
    where ${and(eq(userId, id), isNull(revokedAt))}`

/** A subquery with `user_id` and `granted_at`: the students enrolled in a course now, or some of them. */
export function membersOf(id: string, now: Date, { part, q, groupId }: SomeStudents = {}): SQL {
  const meant = and(
    part ? isOfPart(part, now) : undefined,
    groupId ? eq(enrollments.groupId, groupId) : undefined,
    q ? userSql.textMatches(studentSearch, userId, q) : undefined,
  )
  return sql`select ${userId} as user_id, ${grantedAt} as granted_at from ${enrollments}
    where ${and(eq(courseId, id), isNull(revokedAt), meant)}`
}
