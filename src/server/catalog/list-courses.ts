import { and, asc, desc, eq, gt, ilike, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { CourseSort, ListCoursesInput } from '#contract/catalog.ts'
import type { Queryable } from '#server/database/index.ts'
import { categories, contents, courses } from './tables.ts'

export type CourseRow = typeof courses.$inferSelect & {
  category: { id: string; name: string; slug: string } | null
  lessonCount: number
}

// The same rounding as priceAfterDiscount() in the contract; amounts are never negative.
const finalPrice = sql<number>`round(${courses.priceIdr} * (100 - ${courses.discountPercent}) / 100.0)`
const shownRating = sql<number>`round(${courses.ratingSum} / greatest(${courses.ratingCount}, 1)::numeric, 1)`

const lessonCount = sql<number>`(select count(*)::int from ${contents} where ${contents.courseId} = ${courses.id})`

// The id last makes every order total, so that pages never overlap.
const orders: Record<CourseSort, SQL[]> = {
  popular: [desc(courses.studentCount), desc(courses.publishedAt), desc(courses.id)],
  // By shown rating, then number of reviews; fewer than 3 reviews ranks last, so that one review cannot win.
  rating: [desc(sql`${courses.ratingCount} >= 3`), desc(shownRating), desc(courses.ratingCount), desc(courses.id)],
  newest: [desc(courses.publishedAt), desc(courses.id)],
  'price-asc': [asc(finalPrice), desc(courses.studentCount), desc(courses.id)],
  'price-desc': [desc(finalPrice), desc(courses.studentCount), desc(courses.id)],
}

const columns = {
  course: courses,
  category: { id: categories.id, name: categories.name, slug: categories.slug },
  lessonCount,
}

function selectCourses(queryable: Queryable) {
  return queryable.select(columns).from(courses).leftJoin(categories, eq(categories.id, courses.categoryId))
}

const toRow = ({ course, category, lessonCount }: Awaited<ReturnType<typeof selectCourses>>[number]): CourseRow => ({ ...course, category, lessonCount })

/** One page of published courses and how many there are in all. */
export async function listPublished(queryable: Queryable, input: ListCoursesInput): Promise<{ rows: CourseRow[]; total: number }> {
  const where = and(eq(courses.status, 'published'), ...conditions(input))
  const [count] = await queryable
    .select({ total: sql<number>`count(*)::int` })
    .from(courses)
    .leftJoin(categories, eq(categories.id, courses.categoryId))
    .where(where)
  const rows = await selectCourses(queryable)
    .where(where)
    .orderBy(...orders[input.sort ?? 'popular'])
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
  return { rows: rows.map(toRow), total: count?.total ?? 0 }
}

function conditions({ q, category, group, level, type, promo }: ListCoursesInput): SQL[] {
  const list: (SQL | undefined)[] = [
    category ? eq(categories.slug, category.toLowerCase()) : undefined,
    group ? eq(categories.group, group) : undefined,
    level ? eq(courses.level, level) : undefined,
    type === 'free' ? eq(finalPrice, 0) : type === 'premium' ? gt(finalPrice, 0) : undefined,
    promo === 'true' ? gt(courses.discountPercent, 0) : undefined,
    ...words(q).map(matchesWord),
  ]
  return list.filter((condition) => condition !== undefined)
}

const words = (q: string | undefined): string[] => (q ?? '').split(/\s+/).filter(Boolean).slice(0, 10)

/** Every word must occur in the title, tagline, category or level. `%`, `_` and `\` stand for themselves. */
function matchesWord(word: string): SQL | undefined {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  return or(ilike(courses.title, pattern), ilike(courses.tagline, pattern), ilike(categories.name, pattern), ilike(courses.level, pattern))
}

/** Courses of any status by id, in no particular order. */
export async function findByIds(queryable: Queryable, ids: readonly string[]): Promise<CourseRow[]> {
  if (ids.length === 0) return []
  return (await selectCourses(queryable).where(inArray(courses.id, [...ids]))).map(toRow)
}
