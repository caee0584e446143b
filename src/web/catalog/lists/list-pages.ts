import { redirect, type LoaderFunctionArgs } from 'react-router'
import type { CourseCard } from '#contract/catalog/catalog.ts'
import { categorySlug } from '#contract/catalog/course-rules.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, publicPage, type Api } from '#web/identity/index.ts'
import { coursesPerPage, readFilters, writeFilters, type Filters } from './filters.ts'

/** Its message is for visitors; the cause is only logged. */
const listPage = publicPage('Failed to load courses')

const filtersOf = (request: Request) => readFilters(new URL(request.url).searchParams)
const firstPage = ({ page, ...filters }: Filters) => ({ ...filters, page: page ?? 1, limit: coursesPerPage })

type Listed = { data: CourseCard[]; meta: { page: number; limit: number; total: number } }

/** The courses of the requested page. A page past the end of the list (an old link) redirects to the last page. */
function onPage(request: Request, { data: courses, meta }: Listed): CourseCard[] {
  if (courses.length > 0 || meta.page === 1) return courses
  const { pathname, searchParams } = new URL(request.url)
  const { page: _, ...filters } = readFilters(searchParams)
  const last = Math.ceil(meta.total / meta.limit)
  throw redirect(pathname + writeFilters({ ...filters, ...(last > 1 && { page: last }) }))
}

export const createCatalogueLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, listPage, async () => {
      const [courses, categories] = await Promise.all([
        api.anonymous.catalog.listCourses(firstPage(filtersOf(request))),
        api.anonymous.catalog.listCategories(),
      ])
      return {
        courses: onPage(request, courses),
        total: courses.meta.total,
        note: courses.message,
        categories: categories.data,
      }
    })

/** A category slug shows that category; any other value is a keyword. */
export const createKeywordLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, listPage, async () => {
      const keyword = (params['keyword'] ?? '').slice(0, 100)
      const slug = categorySlug(keyword)
      const [courses, categories] = await Promise.all([
        api.anonymous.catalog.listCoursesByKeyword({ keyword, ...firstPage(filtersOf(request)) }),
        api.anonymous.catalog.listCategories(),
      ])
      const category = categories.data.find((candidate) => candidate.slug === slug) ?? null
      // A category name such as "UI-UX Design" redirects to the canonical slug.
      if (category && slug !== keyword)
        throw redirect(paths.keyword({ keyword: slug }) + new URL(request.url).search, 301)
      return {
        keyword,
        category,
        courses: onPage(request, courses),
        total: courses.meta.total,
        note: courses.message,
        categories: categories.data,
      }
    })

/** Only courses with a discount above 0; by default the largest saving first. */
export const createSaleLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, listPage, async () => {
      const filters = filtersOf(request)
      // A text search is ordered by relevance, as on every list.
      const sort = filters.sort ?? (filters.q ? undefined : 'saving')
      const [courses, categories] = await Promise.all([
        api.anonymous.catalog.listCourses({ ...firstPage(filters), promo: 'true', ...(sort && { sort }) }),
        api.anonymous.catalog.listCategories(),
      ])
      return {
        courses: onPage(request, courses),
        total: courses.meta.total,
        note: courses.message,
        categories: categories.data,
      }
    })

export const createSearchLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, listPage, async () => {
      const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
      const noResults = {
        data: { pages: [], paths: [], instructors: [], courses: [], ebooks: [], tips: [] },
        message: undefined,
      }
      const [results, categories] = await Promise.all([
        q ? api.anonymous.site.search({ q }) : noResults,
        api.anonymous.catalog.listCategories(),
      ])
      return { q, ...results.data, note: results.message, categories: categories.data }
    })
