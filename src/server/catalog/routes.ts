import { ok } from '#contract/kit/endpoint.ts'
import { categorySlug, type ListCoursesInput } from '#contract/catalog/catalog.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Catalog } from './catalog.ts'
import type { ListedCourses } from './browse/list-cards.ts'
import { presentCategory } from './browse/present.ts'

const listed = ({ cards, total, note }: ListedCourses, { page, limit }: ListCoursesInput) => ({
  ...(note === null ? ok(cards) : ok(cards, note)),
  meta: { page, limit, total },
})

export const catalogRoutes = (catalog: Catalog) => ({
  listCategories: endpoints.catalog.listCategories.handler(async () =>
    ok((await catalog.listCategories()).map(presentCategory)),
  ),

  listCourses: endpoints.catalog.listCourses.handler(async ({ input }) =>
    listed(await catalog.listCourses(input), input),
  ),

  listCoursesByKeyword: endpoints.catalog.listCoursesByKeyword.handler(async ({ input: { keyword, ...input } }) => {
    const category = await catalog.findCategoryBySlug(categorySlug(keyword))
    const filters = category
      ? { ...input, category: category.slug }
      : { ...input, q: [keyword, input.q].filter(Boolean).join(' ') }
    return listed(await catalog.listCourses(filters), input)
  }),
})
