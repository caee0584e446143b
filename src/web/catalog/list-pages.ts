import { data, type LoaderFunctionArgs } from 'react-router'
import { failureStatus, serverMessage } from '#contract/client.ts'
import { priceAfterDiscount } from '#contract/money.ts'
import type { Api } from '#web/identity/index.ts'
import { coursesPerPage, readFilters, type Filters } from './filters.ts'

/** Spec §8. */
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

export const createCatalogueLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) => {
    const [courses, categories] = await orFail(Promise.all([api.open.catalog.listCourses(firstPage(filtersOf(request))), api.open.catalog.listCategories()]))
    return { courses: courses.data, total: courses.meta.total, categories: categories.data }
  }

/** Spec §2: a category slug shows that category; any other word is a keyword. */
export const createKeywordLoader =
  (api: Api) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const keyword = (params['keyword'] ?? '').slice(0, 100)
    const [courses, categories] = await orFail(
      Promise.all([api.open.catalog.listCoursesByKeyword({ keyword, ...firstPage(filtersOf(request)) }), api.open.catalog.listCategories()]),
    )
    const category = categories.data.find(({ slug }) => slug === keyword) ?? null
    return { keyword, category, courses: courses.data, total: courses.meta.total, categories: categories.data }
  }

/** Spec §2: only courses with a discount above 0; without another order, the largest saving first. */
export const createSaleLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) => {
    const filters = filtersOf(request)
    const [courses, categories] = await orFail(
      Promise.all([api.open.catalog.listCourses({ ...firstPage(filters), promo: 'true' }), api.open.catalog.listCategories()]),
    )
    const saving = (course: (typeof courses.data)[number]) => course.price - priceAfterDiscount(course)
    const shown = filters.sort ? courses.data : courses.data.toSorted((a, b) => saving(b) - saving(a))
    return { courses: shown, total: courses.meta.total, categories: categories.data }
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
