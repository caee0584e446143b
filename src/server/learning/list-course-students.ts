import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { CourseStudent, courseStudentSorts } from '#contract/course-students.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Database } from '#server/database/index.ts'
import { personSql, type Identity } from '#server/identity/index.ts'
import { percentOf } from './progress.ts'
import { completions, enrollments } from './tables.ts'

type Deps = { database: Database; catalog: Catalog; identity: Identity }
type Sort = (typeof courseStudentSorts)[number]
export type ListInput = { q?: string | undefined; sort?: Sort | undefined; page: number; limit: number }

// Names in full: among the columns of a select Drizzle leaves the table out, and both tables have these.
const lessonsCompleted = sql<number>`(select count(*)::int from ${completions} as done
  where done.user_id = ${enrollments}.user_id and done.course_id = ${enrollments}.course_id)`

// Whoever never opened the course comes first among those seen earliest.
const keys: Record<string, SQL> = {
  name: personSql.name(enrollments.userId),
  progress: lessonsCompleted,
  enrolled: sql`${enrollments.grantedAt}`,
  seen: sql`coalesce(${enrollments.lastAccessedAt}, '-infinity')`,
}

/** One page of those who may study a course, and how many there are in all. */
export async function listCourseStudents(
  { database, catalog, identity }: Deps,
  courseId: string,
  { q, sort = 'name', page, limit }: ListInput,
): Promise<{ rows: CourseStudent[]; total: number }> {
  const where = and(eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt), q ? personSql.matches(enrollments.userId, q) : undefined)
  const direction = sort.startsWith('-') ? desc : asc
  const key = keys[sort.replace('-', '')] ?? sql`1`
  const [counted] = await database.query
    .select({ total: sql<number>`count(*)::int` })
    .from(enrollments)
    .where(where)
  const rows = await database.query
    .select({ enrollment: enrollments, lessonsCompleted })
    .from(enrollments)
    .where(where)
    // The id last makes every order total, so that pages never overlap.
    .orderBy(direction(key), asc(enrollments.userId))
    .limit(limit)
    .offset((page - 1) * limit)
  const lessonCount = (await catalog.findCourse(courseId))?.lessonCount ?? 0
  const people = await identity.findPeople(rows.map(({ enrollment }) => enrollment.userId))
  const present = ({ enrollment, ...row }: (typeof rows)[number]): CourseStudent => {
    const person = people.get(enrollment.userId)
    const completed = Math.min(row.lessonsCompleted, lessonCount)
    return {
      _id: enrollment.userId,
      name: person?.name ?? '',
      email: person?.email ?? '',
      avatar: person?.avatar ?? '',
      progress: percentOf(completed, lessonCount),
      lessonsCompleted: completed,
      lessonCount,
      enrolledAt: enrollment.grantedAt.toISOString(),
      lastAccessed: enrollment.lastAccessedAt?.toISOString() ?? null,
      source: sourceOf(enrollment.sourceRef),
    }
  }
  return { rows: rows.map(present), total: counted?.total ?? 0 }
}

function sourceOf(sourceRef: string): CourseStudent['source'] {
  if (sourceRef.startsWith('staff:')) return 'staff'
  return sourceRef === 'free' ? 'free' : 'purchase'
}
