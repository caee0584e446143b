import { percentDone } from '#contract/percent.ts'
import { and, asc, desc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { CourseStudent, courseStudentSorts } from '#contract/course-students.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { inPages, type Database } from '#server/database/index.ts'
import { userSql, type Identity } from '#server/identity/index.ts'
import { sourceOf, type Enrollment } from './enroll.ts'
import { completions, enrollments } from './tables.ts'

type Deps = { database: Database; catalog: Catalog; identity: Identity }
type Sort = (typeof courseStudentSorts)[number]
export type ListInput = { q?: string | undefined; sort?: Sort | undefined; page: number; limit: number }

/** One page of the students of a course, and the total count. */
export async function listCourseStudents(
  deps: Deps,
  courseId: string,
  { q, sort = 'name', page, limit }: ListInput,
): Promise<{ rows: CourseStudent[]; total: number }> {
  const { database } = deps
  const where = and(eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt), q ? userSql.matches(enrollments.userId, q) : undefined)
  const done = database.query
    .select({ userId: completions.userId, lessons: sql<number>`count(*)::int`.as('lessons') })
    .from(completions)
    .where(eq(completions.courseId, courseId))
    .groupBy(completions.userId)
    .as('done')
  const person = userSql.names(database.query)
  const keys: Record<string, SQL> = {
    name: sql`${person.name}`,
    progress: sql`coalesce(${done.lessons}, 0)`,
    enrolled: sql`${enrollments.grantedAt}`,
    // A student who never opened the course counts as seen earliest.
    seen: sql`coalesce(${enrollments.lastAccessedAt}, '-infinity')`,
  }
  const direction = sort.startsWith('-') ? desc : asc
  const key = keys[sort.replace('-', '')] ?? sql`${person.name}`
  const [counted] = await database.query
    .select({ total: sql<number>`count(*)::int` })
    .from(enrollments)
    .where(where)
  const rows = await database.query
    .select({ enrollment: enrollments })
    .from(enrollments)
    // PostgreSQL removes a join that the order does not use.
    .leftJoin(done, eq(done.userId, enrollments.userId))
    .leftJoin(person, eq(person.id, enrollments.userId))
    .where(where)
    // The id makes every order total, so that pages never overlap.
    .orderBy(direction(key), asc(enrollments.userId))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows: await presentStudents(deps, courseId, rows), total: counted?.total ?? 0 }
}

/** At most `limit` students of a course after this one (null: from the first), oldest account first. */
export async function readCourseStudents(deps: Deps, courseId: string, { after, limit }: { after: string | null; limit: number }): Promise<CourseStudent[]> {
  const rows = await deps.database.query
    .select({ enrollment: enrollments })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt), after === null ? undefined : gt(enrollments.userId, after)))
    // Ids of users ascend with time.
    .orderBy(asc(enrollments.userId))
    .limit(limit)
  return presentStudents(deps, courseId, rows)
}

async function presentStudents({ database, catalog, identity }: Deps, courseId: string, rows: readonly { enrollment: Enrollment }[]): Promise<CourseStudent[]> {
  const lessonCount = (await catalog.findCourse(courseId))?.lessonCount ?? 0
  const ids = rows.map(({ enrollment }) => enrollment.userId)
  const people = await identity.findUserProfiles(ids)
  const counts = await inPages(ids, (page) =>
    database.query
      .select({ userId: completions.userId, lessons: sql<number>`count(*)::int` })
      .from(completions)
      .where(and(eq(completions.courseId, courseId), inArray(completions.userId, page)))
      .groupBy(completions.userId),
  )
  const lessonsOf = new Map(counts.map(({ userId, lessons }) => [userId, lessons]))
  const present = ({ enrollment }: (typeof rows)[number]): CourseStudent => {
    const person = people.get(enrollment.userId)
    const completed = Math.min(lessonsOf.get(enrollment.userId) ?? 0, lessonCount)
    return {
      _id: enrollment.userId,
      name: person?.name ?? '',
      email: person?.email ?? '',
      avatar: person?.avatar ?? '',
      progress: percentDone(completed, lessonCount),
      lessonsCompleted: completed,
      lessonCount,
      enrolledAt: enrollment.grantedAt.toISOString(),
      lastAccessed: enrollment.lastAccessedAt?.toISOString() ?? null,
      source: sourceOf(enrollment.sourceRef),
    }
  }
  return rows.map(present)
}
