import type { LoaderFunction, RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'
import { createAdminRoutes } from './admin-routes.tsx'
import { NotFoundPage, RouteErrorPage } from '#web/site/error-pages.tsx'
import { StaffErrorPage } from '#web/site/staff-error-page.tsx'
import { PagePlaceholder } from './page-placeholder.tsx'
import type { PageHandle } from './page-handle.ts'
import { createConversationStaffRoutes } from './conversation-staff-routes.ts'
import { createPrivacyRoutes } from './privacy-routes.ts'
import { createSalesPageRoutes } from './sales-routes.ts'

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

/** Staff routes. Visitors never load their code; each page has a guard, and the server enforces access. New pages go here, into admin-routes.tsx or sales-routes.tsx, and into src/web/site/staff/staff-links.ts. */
export function createStaffRoutes(api: Api): RouteObject {
  return {
    path: patterns.admin,
    handle: { private: true, ownShell: true } satisfies PageHandle,
    ErrorBoundary: FrameError,
    HydrateFallback: FramePlaceholder,
    lazy: () =>
      import('#web/site/slots/staff-shell.tsx').then((page) => ({
        loader: page.createStaffLayoutLoader(api),
        Component: page.StaffShell,
      })),
    children: [
      {
        ErrorBoundary: StaffErrorPage,
        children: [
          {
            index: true,
            lazy: () =>
              import('#web/site/staff/overview/overview-page.tsx').then((page) => ({
                loader: page.createOverviewLoader(api),
                Component: page.OverviewPage,
              })),
          },
          {
            path: patterns.adminCourses,
            lazy: () =>
              import('#web/catalog/staff/courses/courses-page.tsx').then((page) => ({
                loader: page.createCoursesLoader(api),
                Component: page.CoursesPage,
              })),
          },
          {
            path: staffPatterns.courseImport,
            lazy: () =>
              import('#web/catalog/staff/import-page.tsx').then((page) => ({
                loader: page.createCourseImportLoader(api),
                Component: page.CourseImportPage,
              })),
          },
          {
            path: patterns.adminCourseCreate,
            lazy: () =>
              import('#web/catalog/staff/courses/course-create-page.tsx').then((page) => ({
                loader: page.createCourseCreateLoader(api),
                Component: page.CourseCreatePage,
              })),
          },
          {
            path: patterns.adminCourseEdit,
            lazy: () =>
              import('#web/catalog/staff/courses/course-edit-page.tsx').then((page) => ({
                loader: page.createCourseEditLoader(api),
                Component: page.CourseEditPage,
              })),
          },
          {
            path: patterns.adminCourse,
            lazy: () =>
              import('#web/catalog/staff/courses/course-detail-page.tsx').then((page) => ({
                loader: page.createCourseDetailLoader(api),
                Component: page.CourseDetailPage,
              })),
          },
          {
            path: patterns.adminCoursePreview,
            lazy: () =>
              import('#web/site/slots/course-preview.tsx').then((page) => ({
                loader: page.createPreviewLoader(api),
                Component: page.CoursePreview,
              })),
          },
          {
            path: patterns.adminLessonCreate,
            lazy: () =>
              import('#web/catalog/staff/lessons/lesson-create-page.tsx').then((page) => ({
                loader: page.createLessonCreateLoader(api),
                Component: page.LessonCreatePage,
              })),
          },
          {
            path: patterns.adminLessonEdit,
            lazy: () =>
              import('#web/catalog/staff/lessons/lesson-edit-page.tsx').then((page) => ({
                loader: page.createLessonEditLoader(api),
                Component: page.LessonEditPage,
              })),
          },
          {
            path: staffPatterns.quiz,
            lazy: () =>
              import('#web/assessment/staff/editor/quiz-page.tsx').then((page) => ({
                loader: page.createQuizLoader(api),
                Component: page.QuizPage,
              })),
          },
          {
            path: staffPatterns.assignment,
            lazy: () =>
              import('#web/assessment/staff/rubric-page.tsx').then((page) => ({
                loader: page.createRubricLoader(api),
                Component: page.RubricPage,
              })),
          },
          {
            path: staffPatterns.exercise,
            lazy: () =>
              import('#web/exercises/staff/exercise-page.tsx').then((page) => ({
                loader: page.createExerciseLoader(api),
                Component: page.ExercisePage,
              })),
          },
          {
            path: staffPatterns.submissions,
            lazy: () =>
              import('#web/assessment/staff/queue-page.tsx').then((page) => ({
                loader: page.createQueueLoader(api),
                Component: page.QueuePage,
              })),
          },
          {
            path: staffPatterns.submission,
            lazy: () =>
              import('#web/assessment/staff/review-page.tsx').then((page) => ({
                loader: page.createReviewLoader(api),
                Component: page.ReviewPage,
              })),
          },
          {
            path: staffPatterns.quizResults,
            lazy: () =>
              import('#web/assessment/staff/results-page.tsx').then((page) => ({
                loader: page.createQuizResultsLoader(api),
                Component: page.QuizResultsPage,
              })),
          },
          {
            path: patterns.adminSecurity,
            lazy: () =>
              import('#web/identity/staff/account-security-page.tsx').then((page) => ({
                loader: page.createAccountSecurityLoader(api),
                Component: page.AccountSecurityPage,
              })),
          },
          ...createConversationStaffRoutes(api),
          ...createSalesPageRoutes(api),
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
