import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import type { CourseCard } from '#contract/catalog.ts'
import { categorySlug } from '#contract/course-values.ts'
import { failureStatus, serverMessage } from '#contract/client.ts'
import { paths } from '#contract/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { coursesPerPage, readFilters, writeFilters, type Filters } from './filters.ts'

/** What a visitor reads, also where the cause is known: it stands in the log. */
const loadFailure = 'Failed to load courses'

async function orFail<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof DOMException) throw error
    throw data(serverMessage(error) ?? loadFailure, { status: failureStatus(error) ?? 500 })
  }
}

const filtersOf = (request: Request) => readFilters(new URL(request.url).searchParams)
const firstPage = ({ page, ...filters }: Filters) => ({ ...filters, page: page ?? 1, limit: coursesPerPage })

type Listed = { data: CourseCard[]; meta: { page: number; limit: number; total: number } }

/** The courses of the page that was asked for. Past the end of the list (an old link) it leads to its last page. */
function onPage(request: Request, { data: courses, meta }: Listed): CourseCard[] {
  if (courses.length > 0 || meta.page === 1) return courses
  const { pathname, searchParams } = new URL(request.url)
  const { page: _, ...filters } = readFilters(searchParams)
  const last = Math.ceil(meta.total / meta.limit)
  throw redirect(pathname + writeFilters({ ...filters, ...(last > 1 && { page: last }) }))
}

export const createCatalogueLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) => {
    const [courses, categories] = await orFail(Promise.all([api.open.catalog.listCourses(firstPage(filtersOf(request))), api.open.catalog.listCategories()]))
    return { courses: onPage(request, courses), total: courses.meta.total, categories: categories.data }
  }

/** A category slug shows that category; any other word is a keyword. */
export const createKeywordLoader =
  (api: Api) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const keyword = (params['keyword'] ?? '').slice(0, 100)
    const slug = categorySlug(keyword)
    const [courses, categories] = await orFail(
      Promise.all([api.open.catalog.listCoursesByKeyword({ keyword, ...firstPage(filtersOf(request)) }), api.open.catalog.listCategories()]),
    )
    const category = categories.data.find((candidate) => candidate.slug === slug) ?? null
    // "UI-UX Design" is the category of that name at an address that is not its own.
    if (category && slug !== keyword) throw redirect(paths.keyword({ keyword: slug }) + new URL(request.url).search, 301)
    return { keyword, category, courses: onPage(request, courses), total: courses.meta.total, categories: categories.data }
  }

/** Only courses with a discount above 0; without another order, the largest saving first. */
export const createSaleLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) => {
    const filters = filtersOf(request)
    // What a text asks for comes best first, as everywhere.
    const sort = filters.sort ?? (filters.q ? undefined : 'saving')
    const [courses, categories] = await orFail(
      Promise.all([api.open.catalog.listCourses({ ...firstPage(filters), promo: 'true', ...(sort && { sort }) }), api.open.catalog.listCategories()]),
    )
    return { courses: onPage(request, courses), total: courses.meta.total, categories: categories.data }
  }

export const createSearchLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) => {
    const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
    const nothing = { data: { courses: [], ebooks: [], tips: [] } }
    const [results, categories] = await orFail(Promise.all([q ? api.open.site.search({ q }) : nothing, api.open.catalog.listCategories()]))
    return { q, ...results.data, categories: categories.data }
  }

export type Loaded<Create extends (api: Api) => (args: LoaderFunctionArgs) => Promise<unknown>> = Awaited<ReturnType<ReturnType<Create>>>
