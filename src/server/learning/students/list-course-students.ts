import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { CourseStudent, ListCourseStudentsInput, StudentFilters } from '#contract/learning/course-students.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { percentDone } from '#contract/kit/format/percent.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  countedUpTo,
  countUpTo,
  inBatches,
  keyset,
  type Database,
  type Keyset,
  type KeysetOrder,
  type KeysetPage,
} from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findMatchingUserIds, userSql, type Identity } from '#server/identity/index.ts'
import { sourceOf } from '#server/learning/enrolment/enroll.ts'
import { type Enrollment, isOfPart, shownPartOf } from '#server/learning/memberships.ts'
import { completions, enrollments } from '#server/learning/tables.ts'
import { findOwnCourse } from './own-course.ts'

export type ListDeps = { database: Database; catalog: Catalog; identity: Identity; clock: Clock }

// The same expression as in the index.
const neverSeen = sql`timestamptz '1970-01-01T00:00:00Z'`
const seen = sql`coalesce(${enrollments.lastAccessedAt}, ${neverSeen})`

const orders: Record<string, Pick<KeysetOrder, 'key' | 'type'>> = {
  name: { key: enrollments.studentName, type: 'text' },
  progress: { key: enrollments.completedLessons, type: 'integer' },
  enrolled: { key: enrollments.grantedAt, type: 'instant' },
  // A student who never opened the course counts as seen earliest.
  seen: { key: seen, type: 'instant' },
}
const byName = { key: enrollments.studentName, type: 'text' } as const

/** In a course of this size all students are tested faster than users are searched. */
const fewStudents = 20_000
/** So many users are looked up among the students of a course at most: looking one up takes as long as testing 25 students. */
const fewUsers = 2_000

/** Both are 0 for a course that does not exist. */
type Counts = { studentCount: number; lessonCount: number }
const readCounts = async (catalog: Catalog, courseId: string): Promise<Counts> =>
  (await catalog.findCourse(courseId)) ?? { studentCount: 0, lessonCount: 0 }

const among = (userIds: readonly string[]): SQL =>
  // As one parameter, so that the statement is the same for any number of users.
  sql`${enrollments.userId} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(userIds)}::text::jsonb) as found (value))`

/** Condition: the student matches `q`. Either looks up the users who match, or tests the students of the course, in the index of the order by name. */
async function matching(database: Database, studentCount: number, q: string): Promise<SQL> {
  const { userId, studentSearch } = enrollments
  const userIds = studentCount > fewStudents ? await findMatchingUserIds(database.query, q, fewUsers) : null
  if (userIds) return among(userIds)
  return userSql.textMatches(studentSearch, userId, q)
}

const active = (courseId: string) => and(eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt))

/** Condition: the student matches the filters. */
async function filtered(
  { database, clock }: ListDeps,
  courseId: string,
  { q, part }: StudentFilters,
  studentCount: number,
): Promise<SQL | undefined> {
  return and(
    active(courseId),
    part && isOfPart(part, clock.now()),
    q ? await matching(database, studentCount, q) : undefined,
  )
}

/** One page of the students of a course, and their number up to `maximumCounted`. Null when the course is not found. */
export async function listCourseStudents(
  deps: ListDeps,
  staff: Viewer,
  { courseId, q, part, sort = 'name', ...input }: ListCourseStudentsInput & { courseId: string },
): Promise<(KeysetPage<CourseStudent> & { total: number; isCounted: boolean }) | null> {
  if (!(await findOwnCourse(deps, staff, courseId))) return null
  const { studentCount, lessonCount } = await readCounts(deps.catalog, courseId)
  const order = sort.replace('-', '')
  const where = await filtered(deps, courseId, { q, part }, studentCount)
  const at = keyset({ ...(orders[order] ?? byName), id: enrollments.userId, descending: sort.startsWith('-') }, input)
  const found = await (q && at.isFirst ? findAndCount : findPage)(deps.database, at, where)
  const { rows, ...steps } = at.finish(found)
  const total = found[0]?.total
  return {
    rows: await presentStudents(deps, { courseId, lessonCount }, await findEnrollments(deps.database, courseId, rows)),
    ...steps,
    ...(await at.count(found, async () =>
      total === undefined
        ? countUpTo(deps.database.query, maximumCounted, enrollments, where)
        : countedUpTo(maximumCounted, total),
    )),
  }
}

type Found = { position: string; id: string; total?: number }

/** Reads only what the index of the order contains, so that students who do not match are not read. */
const findPage = ({ query }: Database, at: Keyset, where: SQL | undefined): Promise<Found[]> =>
  query
    .select({ position: at.position, id: enrollments.userId })
    .from(enrollments)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)

/** The first page of a search, and the total up to one more than `maximumCounted`: names that sort last are found at the end of the index, which is read once for both. */
function findAndCount({ query }: Database, at: Keyset, where: SQL | undefined): Promise<Found[]> {
  const place = sql<number>`row_number() over (order by ${sql.join(at.orderBy, sql`, `)})`.as('place')
  const matched = query
    .select({ position: at.position.as('position'), id: enrollments.userId, place })
    .from(enrollments)
    .where(where)
    .orderBy(...at.orderBy)
    .limit(maximumCounted + 1)
    .as('matched')
  return query
    .select({ position: matched.position, id: matched.id, total: sql<number>`(count(*) over ())::int` })
    .from(matched)
    .orderBy(matched.place)
    .limit(at.limit)
}

/** The enrolments of these students, in the same order. Who was removed meanwhile is left out. */
async function findEnrollments(
  database: Database,
  courseId: string,
  students: readonly { id: string }[],
): Promise<Enrollment[]> {
  const ids = students.map(({ id }) => id)
  const rows = await database.query
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.courseId, courseId), inArray(enrollments.userId, ids)))
  const byStudent = new Map(rows.map((row) => [row.userId, row]))
  return ids.flatMap((id) => byStudent.get(id) ?? [])
}

/** Reads at most `limit` of the filtered students of a course after one (null: from the first), oldest account first. */
export async function readerOfStudents(deps: ListDeps, courseId: string, filters: StudentFilters) {
  const { studentCount } = await readCounts(deps.catalog, courseId)
  const where = await filtered(deps, courseId, filters, studentCount)
  return (after: string | null, limit: number): Promise<CourseStudent[]> =>
    readStudents(deps, courseId, and(where, after === null ? undefined : gt(enrollments.userId, after)), limit)
}

/** One student of a course; null when not enrolled. */
export async function findCourseStudent(
  deps: ListDeps,
  courseId: string,
  studentId: string,
): Promise<CourseStudent | null> {
  const [student] = await readStudents(deps, courseId, and(active(courseId), eq(enrollments.userId, studentId)), 1)
  return student ?? null
}

async function readStudents(
  deps: ListDeps,
  courseId: string,
  where: SQL | undefined,
  limit: number,
): Promise<CourseStudent[]> {
  const rows = await deps.database.query
    .select()
    .from(enrollments)
    .where(where)
    // Ids of users ascend with time.
    .orderBy(asc(enrollments.userId))
    .limit(limit)
  const { lessonCount } = await readCounts(deps.catalog, courseId)
  return presentStudents(deps, { courseId, lessonCount }, rows)
}

async function presentStudents(
  { database, identity, catalog, clock }: ListDeps,
  { courseId, lessonCount }: { courseId: string; lessonCount: number },
  rows: readonly Enrollment[],
): Promise<CourseStudent[]> {
  const ids = rows.map(({ userId }) => userId)
  const people = await identity.findUserProfiles(ids)
  const counts = await inBatches(ids, (batch) =>
    database.query
      .select({ userId: completions.userId, lessons: sql<number>`count(*)::int` })
      .from(completions)
      .where(
        and(
          eq(completions.courseId, courseId),
          inArray(completions.userId, batch),
          catalog.isShownSql(completions.lessonId),
        ),
      )
      .groupBy(completions.userId),
  )
  const lessonsOf = new Map(counts.map(({ userId, lessons }) => [userId, lessons]))
  const present = (enrollment: Enrollment): CourseStudent => {
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
      finishedAt: enrollment.finishedAt?.toISOString() ?? null,
      part: shownPartOf(enrollment, clock.now()),
    }
  }
  return rows.map(present)
}
