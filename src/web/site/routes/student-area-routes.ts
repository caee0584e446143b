import type { RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { notificationsRoute } from './conversation-routes.ts'
import { privatePage, unlessOnlySearchChanged } from './page-handle.ts'
import { StudentPlaceholder } from './private-placeholders.tsx'
import { myPathsRoute, teamRoutes, wishlistRoute } from './selling-routes.ts'

/** Both pages in one chunk, because every page lists the chunks that it may load. */
const studentLists = () => import('#web/site/student-area/pages.ts')

/** The pages with the menu of the student area. */
export const studentAreaRoutes = (api: Api): RouteObject => ({
  path: patterns.student,
  handle: privatePage,
  lazy: () =>
    import('#web/site/student-area/student-layout.tsx').then((page) => ({
      loader: page.createStudentLayoutLoader(api),
      Component: page.StudentLayout,
    })),
  HydrateFallback: StudentPlaceholder,
  children: [
    {
      // An error here does not remove the menu of the student area.
      lazy: () =>
        import('#web/site/student-area/student-error.tsx').then((page) => ({
          ErrorBoundary: page.StudentError,
        })),
      children: [
        {
          index: true,
          lazy: () =>
            import('#web/site/slots/dashboard-slots.tsx').then((page) => ({
              loader: page.createDashboardLoader(api),
              Component: page.StudentDashboard,
            })),
        },
        {
          path: patterns.settings,
          lazy: () =>
            import('#web/site/slots/settings-slots.tsx').then((page) => ({
              loader: page.createSettingsLoader(api),
              Component: page.Settings,
            })),
        },
        {
          path: patterns.myCourses,
          shouldRevalidate: unlessOnlySearchChanged,
          lazy: () =>
            studentLists().then((page) => ({
              loader: page.createMyItemsLoader(api),
              Component: page.MyItemsPage,
            })),
        },
        {
          path: patterns.myNotes,
          lazy: () =>
            studentLists().then((page) => ({
              loader: page.createMyNotesLoader(api),
              Component: page.MyNotesPage,
            })),
        },
        notificationsRoute(api),
        wishlistRoute(api),
        myPathsRoute(api),
        {
          path: patterns.progress,
          lazy: () =>
            import('#web/learning/dashboard/progress-page.tsx').then((page) => ({
              loader: page.createProgressLoader(api),
              Component: page.ProgressPage,
            })),
        },
        {
          path: patterns.schedule,
          lazy: () =>
            import('#web/site/slots/schedule-slots.tsx').then((page) => ({
              loader: page.createScheduleLoader(api),
              Component: page.Schedule,
            })),
        },
        ...teamRoutes(api),
        {
          path: patterns.resume,
          lazy: () =>
            import('#web/learning/dashboard/cv-page.tsx').then((page) => ({
              loader: page.createCvLoader(api),
              Component: page.CvPage,
            })),
        },
        {
          path: patterns.transactions,
          lazy: () =>
            import('#web/commerce/transactions/transactions-page.tsx').then((page) => ({
              loader: page.createTransactionsLoader(api),
              Component: page.TransactionsPage,
            })),
        },
      ],
    },
  ],
})
