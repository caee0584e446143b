import type { RouteObject } from 'react-router'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'
import { privatePage } from '#web/site/routes/page-handle.ts'

/** What students write, for admins and the instructors of their courses. */
export function createConversationStaffRoutes(api: Api): RouteObject[] {
  return [
    {
      path: staffPatterns.questions,
      handle: privatePage,
      lazy: () =>
        import('#web/conversation/staff/questions-page.tsx').then((page) => ({
          loader: page.createInboxLoader(api),
          Component: page.QuestionsPage,
        })),
    },
    {
      path: staffPatterns.reports,
      handle: privatePage,
      lazy: () =>
        import('#web/conversation/staff/reports-page.tsx').then((page) => ({
          loader: page.createReportsLoader(api),
          Component: page.ReportsPage,
        })),
    },
    {
      path: staffPatterns.reviews,
      handle: privatePage,
      lazy: () =>
        import('#web/learning/staff/reviews-page.tsx').then((page) => ({
          loader: page.createReviewsLoader(api),
          Component: page.ReviewsPage,
        })),
    },
  ]
}
