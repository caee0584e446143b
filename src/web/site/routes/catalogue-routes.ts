import { redirect, type RouteObject } from 'react-router'
import { paths, patterns } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import * as sourceFiles from '#web/source-files.ts'
import { cachedPage, type PageHandle } from './page-handle.ts'

const courseList: PageHandle = {
  cacheParameters: ['q', 'category', 'group', 'level', 'type', 'promo', 'sort', 'page'],
  maxCachedParameters: 2,
}

/** Lists of courses, and the page of one. Its path takes precedence over the keyword path, because it has more segments. */
export const catalogueRoutes = (api: Api): RouteObject[] => [
  {
    path: patterns.sale,
    handle: { ...courseList, file: sourceFiles.catalogue },
    lazy: () =>
      import('#web/catalog/lists/catalogue-page.tsx').then((page) => ({
        loader: page.createSaleLoader(api),
        Component: page.SalePage,
      })),
  },
  {
    path: patterns.catalogue,
    handle: { ...courseList, file: sourceFiles.catalogue },
    lazy: () =>
      import('#web/catalog/lists/catalogue-page.tsx').then((page) => ({
        loader: page.createCatalogueLoader(api),
        Component: page.CataloguePage,
      })),
  },
  {
    path: patterns.keyword,
    handle: { ...courseList, maxCachedParameters: 1, hasFreeTextPath: true, file: sourceFiles.catalogue },
    lazy: () =>
      import('#web/catalog/lists/catalogue-page.tsx').then((page) => ({
        loader: page.createKeywordLoader(api),
        Component: page.KeywordPage,
      })),
  },
  {
    path: patterns.search,
    handle: { cacheParameters: ['q'], maxCachedParameters: 0, file: sourceFiles.search },
    lazy: () =>
      import('#web/site/slots/search-slots.tsx').then((page) => ({
        loader: page.createSearchLoader(api),
        Component: page.Search,
      })),
  },
  {
    path: patterns.courseDetail,
    handle: { ...cachedPage, file: sourceFiles.courseDetail },
    lazy: () =>
      import('#web/site/slots/course-page-slots.tsx').then((page) => ({
        loader: page.createCourseLoader(api),
        Component: page.CourseDetail,
        ErrorBoundary: page.UnpublishedCourseOrError,
      })),
  },
  {
    path: patterns.instructor,
    handle: { ...cachedPage, hasFreeTextPath: true } satisfies PageHandle,
    lazy: () =>
      import('#web/instructors/instructor-page.tsx').then((page) => ({
        loader: page.createInstructorLoader(api),
        Component: page.InstructorPage,
      })),
  },
  {
    path: patterns.becomeInstructor,
    handle: cachedPage,
    lazy: () =>
      import('#web/instructors/apply-page.tsx').then((page) => ({
        loader: page.createApplyLoader(api),
        Component: page.ApplyPage,
      })),
  },
  {
    path: patterns.courseShort,
    handle: cachedPage,
    loader: ({ params }) => redirect(paths.courseDetail({ courseId: params['courseId'] ?? '' }), 301),
  },
]
