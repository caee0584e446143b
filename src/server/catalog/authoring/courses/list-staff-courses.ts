import { and, asc, desc, eq, ilike, not, or, sql, type SQL } from 'drizzle-orm'
import type { courseListSorts, ListStaffCoursesInput } from '#contract/catalog/authoring.ts'
import {
  finalPrice,
  lessonCount,
  selectCourses,
  toRow,
  type CourseRow,
  categories,
  courses,
  isOwn,
} from '#server/catalog/index.ts'
import { isInReview } from '#server/catalog/authoring/review/find-reviews.ts'
import { containing, type Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

const title = sql`lower(${courses.title})`
// A draft without a price comes before free courses.
const listedPrice = sql`coalesce(${finalPrice}, -1)`
// The id makes every order total, so that pages never overlap.
const orders: Record<(typeof courseListSorts)[number], SQL> = {
  title: asc(title),
  '-title': desc(title),
  students: asc(courses.studentCount),
  '-students': desc(courses.studentCount),
  price: asc(listedPrice),
  '-price': desc(listedPrice),
  lessons: asc(lessonCount),
  '-lessons': desc(lessonCount),
  updated: asc(courses.updatedAt),
  '-updated': desc(courses.updatedAt),
}

/** A course that waits for its review is no draft here. */
const ofStatus = (status: ListStaffCoursesInput['status']): SQL | undefined => {
  if (status === undefined) return undefined
  if (status === 'in-review') return isInReview
  return and(eq(courses.status, status), status === 'draft' ? not(isInReview) : undefined)
}

/** One page of the courses that this staff member may change, and the total count. */
export async function listStaffCourses(
  queryable: Queryable,
  staff: Viewer,
  input: ListStaffCoursesInput,
): Promise<{ rows: CourseRow[]; total: number }> {
  const { q, sort, status, category, level, page, limit } = input
  const pattern = q ? containing(q) : null
  const where = and(
    isOwn(staff, 'teach'),
    pattern ? or(ilike(courses.title, pattern), ilike(courses.tagline, pattern)) : undefined,
    ofStatus(status),
    category ? eq(categories.slug, category.toLowerCase()) : undefined,
    level ? eq(courses.level, level) : undefined,
  )
  const [count] = await queryable
    .select({ total: sql<number>`count(*)::int` })
    .from(courses)
    .leftJoin(categories, eq(categories.id, courses.categoryId))
    .where(where)
  const rows = await selectCourses(queryable)
    .where(where)
    .orderBy(orders[sort ?? '-updated'], desc(courses.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows: rows.map(toRow), total: count?.total ?? 0 }
}
