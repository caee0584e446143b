import { and, countDistinct, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import {
  readDailyFigures,
  readTotalFigure,
  selectFiguresBySubject,
  selectTotalFigures,
  type FigureKind,
  type FigureSource,
} from '#server/platform/figures/index.ts'
import { inactiveBefore } from './memberships.ts'
import { correctStudentOrder } from './students/correct-student-order.ts'
import { completions, enrollments, lessonPositions } from './tables.ts'

/** An instructor and the courses whose figures they see; `ownsAll`: none of them is another's. Null means all courses. */
export type FiguresScope = { instructorId: string; courseIds: readonly string[]; ownsAll: boolean } | null
type CourseScope = readonly string[] | null

// Fewer students are not significant.
const minimumStudents = 3
const shown = 5

/** Different people who study courses of an instructor. */
export const countStudentsOf = async ({ database }: { database: Database }, instructorId: string): Promise<number> =>
  readTotalFigure(database.query, 'instructor-students', [instructorId])

/** Figures of these courses: students, completions and enrolments per day, and the courses with most idle students. */
export async function readFigures(
  { database: { query: queryable } }: { database: Database },
  scoped: FiguresScope,
  { since, now }: { since: Date; now: Date },
) {
  const scope = scoped && scoped.courseIds
  const daily = await readDailyFigures(queryable, ['completions', 'enrollments'], {
    subjects: scope,
    since: jakartaDay(since),
  })
  const ofKind = (wanted: string) =>
    daily.filter(({ kind }) => kind === wanted).map(({ day, value }) => ({ day, count: value }))
  return {
    students: scoped && (await countStudentsIn(queryable, scoped)),
    completions: ofKind('completions'),
    enrollments: ofKind('enrollments'),
    finished: await readFinished(queryable, scope),
    losing: await listCoursesWithIdleStudents(queryable, scope, now),
  }
}

/** Counts different people. The figure has those of an owner; who teaches a course of somebody else sees others. */
async function countStudentsIn(
  queryable: Queryable,
  { instructorId, courseIds, ownsAll }: NonNullable<FiguresScope>,
): Promise<number> {
  if (ownsAll) return readTotalFigure(queryable, 'instructor-students', [instructorId])
  const [counted] = await queryable
    .select({ students: countDistinct(enrollments.userId) })
    .from(enrollments)
    .where(and(inArray(enrollments.courseId, [...courseIds]), isNull(enrollments.revokedAt)))
  return counted?.students ?? 0
}

/** Students who finished a course and may still study it, once for each course. */
async function readFinished(queryable: Queryable, scope: CourseScope): Promise<number> {
  return (
    (await readTotalFigure(queryable, 'enrollments', scope)) - (await readTotalFigure(queryable, 'studying', scope))
  )
}

/** The courses with the largest part of idle students: those who have not finished, nor opened it since the day two weeks ago. */
async function listCoursesWithIdleStudents(queryable: Queryable, scope: CourseScope, now: Date) {
  const lastDays = { subjects: scope, since: inactiveBefore(now) }
  const totals = selectTotalFigures(queryable, ['enrollments', 'studying'], scope ?? 'each').as('totals')
  const active = selectFiguresBySubject(queryable, ['studying'], lastDays).as('active')
  // Drizzle writes the columns of these two without the names of their queries.
  const totalOf = (kind: FigureKind) =>
    sql<number>`coalesce(sum(totals.value) filter (where totals.kind = ${kind}), 0)::float8`
  const counted = queryable
    .select({
      courseId: totals.subject,
      students: totalOf('enrollments').as('students'),
      unfinished: totalOf('studying').as('unfinished'),
      idle: sql<number>`${totalOf('studying')} - coalesce(max(active.value), 0)`.as('idle'),
    })
    .from(totals)
    .leftJoin(active, eq(active.subject, totals.subject))
    .groupBy(totals.subject)
    .as('counted')
  const rows = await queryable
    .select({
      courseId: counted.courseId,
      students: counted.students,
      unfinished: counted.unfinished,
      idle: counted.idle,
    })
    .from(counted)
    .where(and(gte(counted.students, minimumStudents), gt(counted.idle, 0)))
    .orderBy(sql`${counted.idle} / ${counted.students} desc, ${counted.idle} desc, ${counted.courseId}`)
    .limit(shown)
  return rows.map(({ unfinished, ...row }) => ({ ...row, finished: row.students - unfinished }))
}

/**
 * Counts lessons of a course that these people opened and completed since a moment: its staff, whose studies are in the figures as well and are taken
 * off when they are shown.
 */
export async function countLessonsOf(
  { database: { query } }: { database: Database },
  { courseId, userIds, since }: { courseId: string; userIds: readonly string[]; since: Date },
): Promise<{ lessonId: string; opened: number; finished: number }[]> {
  const count = sql<number>`count(*)::int`
  const opened = await query
    .select({ lessonId: lessonPositions.lessonId, count })
    .from(lessonPositions)
    .where(
      and(
        inArray(lessonPositions.userId, [...userIds]),
        eq(lessonPositions.courseId, courseId),
        gte(sql`coalesce(${lessonPositions.openedAt}, ${lessonPositions.notedAt})`, since),
      ),
    )
    .groupBy(lessonPositions.lessonId)
  const finished = await query
    .select({ lessonId: completions.lessonId, count })
    .from(completions)
    .where(
      and(
        inArray(completions.userId, [...userIds]),
        eq(completions.courseId, courseId),
        gte(completions.completedAt, since),
      ),
    )
    .groupBy(completions.lessonId)
  return [
    ...opened.map(({ lessonId, count: opened }) => ({ lessonId, opened, finished: 0 })),
    ...finished.map(({ lessonId, count: finished }) => ({ lessonId, opened: 0, finished })),
  ]
}

type Deps = { database: Database; catalog: Catalog; finishCompleted: (courseId: string) => Promise<void> }

/**
 * Sources of the figures of courses. Repair the counters of the course list as well, and what a process left undone that ended
 * right after a change of lessons.
 */
export const learningFigures = ({ database, catalog, finishCompleted }: Deps): FigureSource[] => [
  {
    name: 'studies',
    kinds: ['enrollments', 'studying', 'completions'],
    part: 'subject',
    keysAfter: catalog.listIdsAfter,
    count: (courseId) => sql`
      select 'enrollments' as kind, course_id as subject, jakarta_day(granted_at) as day, count(*) as value from enrollments where course_id = ${courseId}::uuid and revoked_at is null group by 2, 3
      union all
      select 'studying', course_id, jakarta_day(coalesce(last_accessed_at, granted_at)), count(*) from enrollments
      where course_id = ${courseId}::uuid and revoked_at is null and finished_at is null group by 2, 3
      union all
      select 'completions', course_id, jakarta_day(completed_at), count(*) from completions where course_id = ${courseId}::uuid group by 2, 3`,
    repair: async (courseId) => {
      await correctStudentOrder({ database, catalog }, courseId)
      await finishCompleted(courseId)
      return database.transaction((tx) =>
        catalog.repairCounters(tx, {
          courseId,
          count: async () => {
            const [counted] = await tx
              .select({
                studentCount: sql<number>`(select count(*)::int from enrollments where course_id = ${courseId}::uuid and revoked_at is null)`,
                ratingCount: sql<number>`count(*)::int`,
                ratingSum: sql<number>`coalesce(sum(rating), 0)::int`,
              })
              .from(sql`reviews`)
              .where(sql`course_id = ${courseId}::uuid and hidden_at is null`)
            return counted ?? { studentCount: 0, ratingCount: 0, ratingSum: 0 }
          },
        }),
      )
    },
  },
  {
    name: 'lessons',
    kinds: ['opened', 'finished'],
    part: 'subject',
    keysAfter: catalog.listLessonIdsAfter,
    count: (lessonId) => sql`
      select 'opened' as kind, content_id as subject, jakarta_day(coalesce(opened_at, noted_at)) as day, count(*) as value
      from lesson_positions where content_id = ${lessonId}::uuid group by 2, 3
      union all
      select 'finished', content_id, jakarta_day(completed_at), count(*) from completions where content_id = ${lessonId}::uuid group by 2, 3`,
  },
  {
    name: 'instructors',
    kinds: ['instructor-students'],
    part: 'subject',
    keysAfter: catalog.listInstructorIdsAfter,
    // One student may study several courses of an instructor. The figure has no days.
    count: (instructorId) => sql`
      select 'instructor-students' as kind, ${instructorId}::uuid as subject, date '1970-01-01' as day, count(distinct enrollments.user_id) as value
      from courses join enrollments on enrollments.course_id = courses.id where courses.instructor_id = ${instructorId}::uuid and enrollments.revoked_at is null`,
  },
]
