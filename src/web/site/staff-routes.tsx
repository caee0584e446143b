import type { LoaderFunction, RouteObject } from 'react-router'
import { patterns } from '#contract/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { createAdminRoutes } from './admin-routes.tsx'
import { NotFoundPage, RouteErrorPage } from './errors/error-pages.tsx'
import { PagePlaceholder } from './page-placeholder.tsx'
import type { PageHandle } from './routes.tsx'
import { createSalesPageRoutes } from './sales-routes.tsx'

const own: PageHandle = { private: true }

/** A broken frame has no `main` of its own. */
const FrameError = () => (
  <main id="konten">
    <RouteErrorPage />
  </main>
)
const FramePlaceholder = () => (
  <main id="konten">
    <PagePlaceholder />
  </main>
)

/** The staff's side. Visitors never load its code; each page guards itself, and the server decides. A new page gets a row here and in web/staff/staff-links.ts. */
export function createStaffRoutes(api: Api): RouteObject {
  return {
    path: patterns.admin,
    handle: { private: true, ownShell: true } satisfies PageHandle,
    ErrorBoundary: FrameError,
    HydrateFallback: FramePlaceholder,
    lazy: () => import('./staff-shell.tsx').then((page) => ({ loader: page.createStaffLayoutLoader(api), Component: page.StaffShell })),
    children: [
      {
        ErrorBoundary: RouteErrorPage,
        children: [
          {
            index: true,
            handle: own,
            lazy: () =>
              import('#web/staff/overview/overview-page.tsx').then((page) => ({ loader: page.createOverviewLoader(api), Component: page.OverviewPage })),
          },
          {
            path: patterns.adminCourses,
            handle: own,
            lazy: () => import('#web/staff/courses/courses-page.tsx').then((page) => ({ loader: page.createCoursesLoader(api), Component: page.CoursesPage })),
          },
          {
            path: patterns.adminCourseCreate,
            handle: own,
            lazy: () =>
              import('#web/staff/courses/course-create-page.tsx').then((page) => ({
                loader: page.createCourseCreateLoader(api),
                Component: page.CourseCreatePage,
              })),
          },
          {
            path: patterns.adminCourseEdit,
            handle: own,
            lazy: () =>
              import('#web/staff/courses/course-edit-page.tsx').then((page) => ({ loader: page.createCourseEditLoader(api), Component: page.CourseEditPage })),
          },
          {
            path: patterns.adminCourse,
            handle: own,
            lazy: () =>
              import('#web/staff/courses/course-detail-page.tsx').then((page) => ({
                loader: page.createCourseDetailLoader(api),
                Component: page.CourseDetailPage,
              })),
          },
          {
            path: patterns.adminCoursePreview,
            handle: own,
            lazy: () =>
              import('#web/staff/courses/preview-page.tsx').then((page) => ({ loader: page.createPreviewLoader(api), Component: page.CoursePreviewPage })),
          },
          {
            path: patterns.adminContentCreate,
            handle: own,
            lazy: () =>
              import('#web/staff/contents/content-create-page.tsx').then((page) => ({
                loader: page.createContentCreateLoader(api),
                Component: page.ContentCreatePage,
              })),
          },
          {
            path: patterns.adminContentEdit,
            handle: own,
            lazy: () =>
              import('#web/staff/contents/content-edit-page.tsx').then((page) => ({
                loader: page.createContentEditLoader(api),
                Component: page.ContentEditPage,
              })),
          },
          ...createSalesPageRoutes(api),
          ...createAdminRoutes(api),
          { path: '*', handle: own, loader: notFound, Component: NotFoundPage },
        ],
      },
    ],
  }
}

const notFound: LoaderFunction = () => {
  throw new Response(null, { status: 404 })
}
