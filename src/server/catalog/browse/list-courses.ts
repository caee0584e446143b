import { and, asc, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import type { CourseSort, Enrolment, ListCoursesInput } from '#contract/catalog/catalog.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { readRunningSales, type SaleRow } from '#server/commerce/prices/index.ts'
import { pricesIn } from '#server/catalog/final-price.ts'
import type { Ranked } from '#server/catalog/search/rank.ts'
import type { CourseSearch } from '#server/catalog/search/search.ts'
import { teachersOf, type Teacher } from '#server/catalog/teachers-of-course.ts'
import { isShown } from '#server/catalog/outline/shown-lessons.ts'
import { categories, lessons, courses } from '#server/catalog/tables.ts'

export type CourseRow = typeof courses.$inferSelect & {
  category: { id: string; name: string; slug: string } | null
  lessonCount: number
  /** Beside the owner. */
  teachers: Teacher[]
}

export const enrolmentOf = ({ cohortsSince }: Pick<CourseRow, 'cohortsSince'>): Enrolment =>
  cohortsSince === null ? 'open' : 'cohorts'

const shownRating = sql<number>`round(${courses.ratingSum} / greatest(${courses.ratingCount}, 1)::numeric, 1)`

/** Counts published lessons. */
export const lessonCount = sql<number>`(select count(*)::int from ${lessons} where ${lessons.courseId} = ${courses.id} and ${isShown})`

export type LessonCount = { id: string; lessonCount: number }
/** The counts of the courses with these ids (a subquery), as one value. */
export const lessonCountsOf = (courseIds: SQL) => {
  const counts = sql`(select coalesce(json_agg(json_build_object('id', ${courses.id}, 'lessonCount', ${lessonCount})), '[]') from ${courses} where ${courses.id} in ${courseIds})`
  return sql<LessonCount[]>`${counts}`
}

const byPopularity = [desc(courses.studentCount), desc(courses.publishedAt), desc(courses.id)]

type Prices = ReturnType<typeof pricesIn>

// The id makes every order total, so that pages never overlap.
const orders: Record<CourseSort, (prices: Prices) => SQL[]> = {
  popular: () => byPopularity,
  // By shown rating, then number of reviews; fewer than 3 reviews ranks last, so that one review cannot win.
  rating: () => [
    desc(sql`${courses.ratingCount} >= 3`),
    desc(shownRating),
    desc(courses.ratingCount),
    desc(courses.id),
  ],
  newest: () => [desc(courses.publishedAt), desc(courses.id)],
  'price-asc': ({ paid }) => [asc(paid), desc(courses.studentCount), desc(courses.id)],
  'price-desc': ({ paid }) => [desc(paid), desc(courses.studentCount), desc(courses.id)],
  saving: ({ paid, struckOut }) => [desc(sql`${struckOut} - ${paid}`), desc(courses.studentCount), desc(courses.id)],
}

const columns = {
  course: courses,
  category: { id: categories.id, name: categories.name, slug: categories.slug },
  lessonCount,
  teachers: teachersOf(courses.id),
}

export function selectCourses(queryable: Queryable) {
  return queryable.select(columns).from(courses).leftJoin(categories, eq(categories.id, courses.categoryId))
}

export const toRow = ({
  course,
  category,
  lessonCount,
  teachers,
}: Awaited<ReturnType<typeof selectCourses>>[number]): CourseRow => ({ ...course, category, lessonCount, teachers })

type Listed = {
  rows: CourseRow[]
  /** That are running. */
  sales: SaleRow[]
  total: number
  /** No course contains all words of the query as they were typed: these are the nearest. */ areNearest: boolean
}

/** One page of published courses and the total count. Search results are sorted by score unless another order is requested. */
export async function listPublished(
  { queryable, search, now }: { queryable: Queryable; search: CourseSearch; now: Date },
  input: ListCoursesInput,
): Promise<Listed> {
  const found = input.q ? await search.find(input.q) : null
  const sales = await readRunningSales(queryable, now)
  const prices = pricesIn(sales)
  const filters = conditions(queryable, prices, input)
  const page = await readPage(queryable, { ranked: found?.ranked ?? null, filters, prices }, input)
  const byId = new Map((await listByIds(queryable, page.ids)).map((row) => [row.id, row]))
  const isMisspelled = found?.terms.some((term) => term.isMisspelled) ?? false
  return {
    rows: page.ids.flatMap((id) => byId.get(id) ?? []),
    sales,
    total: page.total,
    areNearest: page.total > 0 && isMisspelled,
  }
}

// Only columns of the index courses_listed are read for a page, and then the rows of the courses on it.
type Page = { ids: string[]; total: number }

type Wanted = { ranked: readonly Ranked[] | null; filters: SQL[]; prices: Prices }

async function readPage(queryable: Queryable, wanted: Wanted, input: ListCoursesInput): Promise<Page> {
  const { ranked, filters } = wanted
  if (!ranked || filters.length > 0) return listFiltered(queryable, wanted, input)
  if (!input.sort) return listBest(queryable, ranked, input)
  if (input.sort !== 'popular') return listFiltered(queryable, wanted, input)
  const tied = ranked.map(({ courseId }) => ({ courseId, score: 0 }))
  return listBest(queryable, tied, input)
}

/** A page of found courses in the order of their scores: only those courses are read whose scores are on the page. */
async function listBest(
  queryable: Queryable,
  ranked: readonly Ranked[],
  { page, limit }: { page: number; limit: number },
): Promise<Page> {
  const [first, last] = [ranked[(page - 1) * limit], ranked[Math.min(page * limit, ranked.length) - 1]]
  if (!first || !last) return { ids: [], total: ranked.length }
  const start = ranked.findIndex(({ score }) => score === first.score)
  const end = ranked.findLastIndex(({ score }) => score === last.score)
  const [onPage, steps] = [ranked.slice(start, end + 1), { limit, offset: (page - 1) * limit - start }]
  const ids =
    (first.score === last.score && (await findMostPopular(queryable, onPage, steps))) ||
    (await sortByScore(queryable, onPage, steps))
  return { ids, total: ranked.length }
}

type Steps = { limit: number; offset: number }

async function sortByScore(
  queryable: Queryable,
  ranked: readonly Ranked[],
  { limit, offset }: Steps,
): Promise<string[]> {
  const rows = await queryable
    .select({ id: courses.id })
    .from(courses)
    .innerJoin(tableOf(ranked), eq(courses.id, sql`found.course_id`))
    .where(eq(courses.status, 'published'))
    .orderBy(sql`found.score desc`, ...byPopularity)
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

/** Sending the ids of this many courses to the database takes longer than reading its most popular ones. */
const manyCourses = 500
const popularCoursesRead = 1_000

/** The same for many courses with one score, which are probably among the most popular ones of all. Null when too few of them are. */
async function findMostPopular(
  queryable: Queryable,
  ranked: readonly Ranked[],
  { limit, offset }: Steps,
): Promise<string[] | null> {
  if (ranked.length < manyCourses) return null
  const popular = await queryable
    .select({ id: courses.id })
    .from(courses)
    .where(eq(courses.status, 'published'))
    .orderBy(...byPopularity)
    .limit(popularCoursesRead)
  const wanted = new Set(ranked.map(({ courseId }) => courseId))
  const found = popular.map(({ id }) => id).filter((id) => wanted.has(id))
  return found.length >= offset + limit ? found.slice(offset, offset + limit) : null
}

/** A page of courses that meet the filters: all, or those that a search found. */
async function listFiltered(queryable: Queryable, wanted: Wanted, input: ListCoursesInput): Promise<Page> {
  const { ranked, filters, prices } = wanted
  const listing = queryable
    // The total comes from the same query, so that the filters are evaluated once.
    .select({ id: courses.id, total: sql<number>`(count(*) over ())::int` })
    .from(courses)
    .$dynamic()
  const byScore = ranked && !input.sort ? [sql`found.score desc`] : []
  const rows = await (ranked ? listing.innerJoin(tableOf(ranked), eq(courses.id, sql`found.course_id`)) : listing)
    .where(and(eq(courses.status, 'published'), ...filters))
    .orderBy(...byScore, ...orders[input.sort ?? 'popular'](prices))
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
  // A page past the end has no row that contains the total.
  const isPastEnd = rows.length === 0 && input.page > 1
  const total = isPastEnd
    ? (await listFiltered(queryable, wanted, { ...input, page: 1, limit: 1 })).total
    : (rows[0]?.total ?? 0)
  return { ids: rows.map(({ id }) => id), total }
}

const tableOf = (ranked: readonly Ranked[]): SQL => sql`unnest(
  string_to_array(${ranked.map(({ courseId }) => courseId).join(',')}, ',')::uuid[],
  string_to_array(${ranked.map(({ score }) => score).join(',')}, ',')::int[]
) as found (course_id, score)`

/** The best matching courses for a partly typed text, id and title only. */
export async function listTitles(
  queryable: Queryable,
  ranked: readonly Ranked[],
  limit: number,
): Promise<{ id: string; title: string }[]> {
  const { ids } = await listBest(queryable, ranked, { page: 1, limit })
  const rows = await queryable
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(inArray(courses.id, ids))
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

function conditions(
  queryable: Queryable,
  { paid, isReduced }: Prices,
  { category, group, level, type, promo }: ListCoursesInput,
): SQL[] {
  const inCategory = (condition: SQL) =>
    inArray(courses.categoryId, queryable.select({ id: categories.id }).from(categories).where(condition))
  const list: (SQL | undefined)[] = [
    category ? inCategory(eq(categories.slug, category.toLowerCase())) : undefined,
    group ? inCategory(eq(categories.group, group)) : undefined,
    level ? eq(courses.level, level) : undefined,
    type === 'free' ? eq(paid, 0) : type === 'premium' ? gt(paid, 0) : undefined,
    promo === 'true' ? isReduced : undefined,
  ]
  return list.filter((condition) => condition !== undefined)
}

/** Courses of any status by id, in no particular order. */
export async function listByIds(queryable: Queryable, ids: readonly string[]): Promise<CourseRow[]> {
  if (ids.length === 0) return []
  return (await selectCourses(queryable).where(inArray(courses.id, [...ids]))).map(toRow)
}

export type PublicCourse = { courseId: string; categorySlug: string; changedAt: Date }

/** Every published course for the sitemap, with its category and when it or one of its lessons last changed. */
export async function listPublicCourses({ database }: { database: Database }): Promise<PublicCourse[]> {
  dependsOn('courses', 'categories')
  const lessonChangedAt = sql`(select max(${lessons.updatedAt}) from ${lessons} where ${lessons.courseId} = ${courses.id} and ${isShown})`
  return database.query
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
