import type { LoaderFunction, RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'
import { staffPages } from './staff-page.ts'
import { createAdminRoutes } from './admin-routes.tsx'
import { NotFoundPage, RouteErrorPage } from '#web/site/error-pages.tsx'
import { StaffErrorPage } from '#web/site/staff-error-page.tsx'
import { PagePlaceholder } from './page-placeholder.tsx'
import type { PageHandle } from './page-handle.ts'
import { createConversationStaffRoutes } from './conversation-staff-routes.ts'
import { createPrivacyRoutes } from './privacy-routes.ts'
import { createSellingStaffRoutes } from './selling-staff-routes.ts'

/** Adds the `main` that the failed layout did not render. */
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

/** Staff routes. Visitors never load their code; each page has a guard, and the server enforces access. New pages go here, into admin-routes.tsx or selling-staff-routes.ts, and into src/web/site/staff/staff-links.ts. */
export function createStaffRoutes(api: Api): RouteObject {
  const page = staffPages(api)
  return {
    path: patterns.admin,
    handle: { private: true, ownShell: true } satisfies PageHandle,
    ErrorBoundary: FrameError,
    HydrateFallback: FramePlaceholder,
    lazy: () =>
      import('#web/site/slots/staff-shell.tsx').then((file) => ({
        loader: file.createStaffLayoutLoader(api),
        Component: file.StaffShell,
      })),
    children: [
      {
        ErrorBoundary: StaffErrorPage,
        children: [
          {
            index: true,
            lazy: () =>
              import('#web/site/staff/overview/overview-page.tsx').then((file) => ({
                loader: file.createOverviewLoader(api),
                Component: file.OverviewPage,
              })),
          },
          page(patterns.adminCourses, () => import('#web/catalog/staff/courses/courses-page.tsx')),
          page(staffPatterns.courseImport, () => import('#web/moving/import-page.tsx')),
          page(staffPatterns.siteExports, () => import('#web/moving/exports-page.tsx')),
          page(patterns.adminCourseCreate, () => import('#web/catalog/staff/courses/course-create-page.tsx')),
          page(patterns.adminCourseEdit, () => import('#web/catalog/staff/courses/course-edit-page.tsx')),
          page(patterns.adminCourse, () => import('#web/catalog/staff/courses/course-detail-page.tsx')),
          {
            path: patterns.adminCoursePreview,
            lazy: () =>
              import('#web/site/slots/course-preview.tsx').then((file) => ({
                loader: file.createPreviewLoader(api),
                Component: file.CoursePreview,
              })),
          },
          page(patterns.adminLessonCreate, () => import('#web/catalog/staff/lessons/lesson-create-page.tsx')),
          page(patterns.adminLessonEdit, () => import('#web/catalog/staff/lessons/lesson-edit-page.tsx')),
          page(staffPatterns.quiz, () => import('#web/assessment/staff/editor/quiz-page.tsx')),
          page(staffPatterns.assignment, () => import('#web/assessment/staff/rubric-page.tsx')),
          page(staffPatterns.exercise, () => import('#web/exercises/staff/exercise-page.tsx')),
          page(staffPatterns.submissions, () => import('#web/assessment/staff/queue-page.tsx')),
          page(staffPatterns.submission, () => import('#web/assessment/staff/grading-page.tsx')),
          page(staffPatterns.quizResults, () => import('#web/assessment/staff/results-page.tsx')),
          page(patterns.adminSecurity, () => import('#web/identity/staff/account-security-page.tsx')),
          ...createConversationStaffRoutes(api),
          ...createSellingStaffRoutes(api),
          ...createAdminRoutes(api),
          ...createPrivacyRoutes(api),
          { path: '*', loader: notFound, Component: NotFoundPage },
        ],
      },
    ],
  }
}

const notFound: LoaderFunction = () => {
  throw new Response(null, { status: 404 })
}
