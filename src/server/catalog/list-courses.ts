import { and, asc, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import type { CourseSort, ListCoursesInput } from '#contract/catalog.ts'
import type { Queryable } from '#server/database/index.ts'
import { bestFound, foundCourses, interpretQuery, type SearchOptions } from './search/search.ts'
import type { Term } from './search/parse-query.ts'
import { categories, contents, courses } from './tables.ts'

export type CourseRow = typeof courses.$inferSelect & {
  category: { id: string; name: string; slug: string } | null
  lessonCount: number
}

// The same rounding as priceAfterDiscount() in the contract; amounts are never negative.
export const finalPrice = sql<number>`round(${courses.priceIdr} * (100 - ${courses.discountPercent}) / 100.0)`
const shownRating = sql<number>`round(${courses.ratingSum} / greatest(${courses.ratingCount}, 1)::numeric, 1)`

export const lessonCount = sql<number>`(select count(*)::int from ${contents} where ${contents.courseId} = ${courses.id})`

// The id makes every order total, so that pages never overlap.
const orders: Record<CourseSort, SQL[]> = {
  popular: [desc(courses.studentCount), desc(courses.publishedAt), desc(courses.id)],
  // By shown rating, then number of reviews; fewer than 3 reviews ranks last, so that one review cannot win.
  rating: [desc(sql`${courses.ratingCount} >= 3`), desc(shownRating), desc(courses.ratingCount), desc(courses.id)],
  newest: [desc(courses.publishedAt), desc(courses.id)],
  'price-asc': [asc(finalPrice), desc(courses.studentCount), desc(courses.id)],
  'price-desc': [desc(finalPrice), desc(courses.studentCount), desc(courses.id)],
  saving: [desc(sql`${courses.priceIdr} - ${finalPrice}`), desc(courses.studentCount), desc(courses.id)],
}

const columns = {
  course: courses,
  category: { id: categories.id, name: categories.name, slug: categories.slug },
  lessonCount,
}

export function selectCourses(queryable: Queryable) {
  return queryable.select(columns).from(courses).leftJoin(categories, eq(categories.id, courses.categoryId))
}

export const toRow = ({ course, category, lessonCount }: Awaited<ReturnType<typeof selectCourses>>[number]): CourseRow => ({ ...course, category, lessonCount })

type Listed = {
  rows: CourseRow[]
  total: number
  /** No course contains all words of the query as they were typed: these are the nearest. */ areNearest: boolean
}

/** One page of published courses and the total count. Search results are sorted by score unless another order is requested. */
export async function listPublished(queryable: Queryable, input: ListCoursesInput): Promise<Listed> {
  const terms = input.q ? await interpretQuery(queryable, input.q) : []
  const found = foundCourses(terms, finalPrice)
  const filters = conditions(input)
  const where = and(eq(courses.status, 'published'), ...filters)
  const order = found && !input.sort ? [sql`found.score desc`] : []
  // The total comes from the same query, so that an expensive search runs once.
  const countOfPage = sql<number>`(count(*) over ())::int`
  const isOnlySearched = found !== null && !input.sort && filters.length === 0
  const listing = queryable
    .select({ id: courses.id, total: isOnlySearched ? sql<number>`found.total` : countOfPage })
    .from(courses)
    .leftJoin(categories, eq(categories.id, courses.categoryId))
    .$dynamic()
  const source = isOnlySearched ? bestFound(found, input.page * input.limit) : found
  const page = await (source ? listing.innerJoin(sql`${source} as found`, sql`found.course_id = ${courses.id}`) : listing)
    .where(where)
    .orderBy(...order, ...orders[input.sort ?? 'popular'])
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
  // A page past the end has no row that contains the total.
  const isPastEnd = page.length === 0 && input.page > 1
  const total = isPastEnd ? (await listPublished(queryable, { ...input, page: 1, limit: 1 })).total : (page[0]?.total ?? 0)
  const byId = new Map(
    (
      await listByIds(
        queryable,
        page.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return { rows: page.flatMap(({ id }) => byId.get(id) ?? []), total, areNearest: total > 0 && terms.some(({ isMisspelled }) => isMisspelled) }
}

/** The best matching courses, id and title only. */
export async function listTitles(
  queryable: Queryable,
  terms: readonly Term[],
  limit: number,
  options: SearchOptions,
): Promise<{ id: string; title: string }[]> {
  const found = foundCourses(terms, finalPrice, options)
  if (!found) return []
  return queryable
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .innerJoin(sql`${bestFound(found, limit)} as found`, sql`found.course_id = ${courses.id}`)
    .orderBy(sql`found.score desc`, ...orders.popular)
    .limit(limit)
}

function conditions({ category, group, level, type, promo }: ListCoursesInput): SQL[] {
  const list: (SQL | undefined)[] = [
    category ? eq(categories.slug, category.toLowerCase()) : undefined,
    group ? eq(categories.group, group) : undefined,
    level ? eq(courses.level, level) : undefined,
    type === 'free' ? eq(finalPrice, 0) : type === 'premium' ? gt(finalPrice, 0) : undefined,
    promo === 'true' ? gt(courses.discountPercent, 0) : undefined,
  ]
  return list.filter((condition) => condition !== undefined)
}

/** Courses of any status by id, in no particular order. */
export async function listByIds(queryable: Queryable, ids: readonly string[]): Promise<CourseRow[]> {
  if (ids.length === 0) return []
  return (await selectCourses(queryable).where(inArray(courses.id, [...ids]))).map(toRow)
}

export type PublicCourse = { courseId: string; categorySlug: string; changedAt: Date }

export async function listPublicCourses(queryable: Queryable): Promise<PublicCourse[]> {
  const lessonChangedAt = sql`(select max(${contents.updatedAt}) from ${contents} where ${contents.courseId} = ${courses.id})`
  return queryable
    .select({
      courseId: courses.id,
      categorySlug: categories.slug,
      changedAt: sql<Date>`greatest(${courses.updatedAt}, ${lessonChangedAt})`.mapWith(courses.updatedAt),
    })
    .from(courses)
    .innerJoin(categories, eq(categories.id, courses.categoryId))
    .where(eq(courses.status, 'published'))
    .orderBy(asc(courses.publishedAt), asc(courses.id))
}
