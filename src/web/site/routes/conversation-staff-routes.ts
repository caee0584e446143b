import type { RouteObject } from 'react-router'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'

/** What students write, for admins and the instructors of their courses. */
export function createConversationStaffRoutes(api: Api): RouteObject[] {
  return [
    {
      path: staffPatterns.questions,
      lazy: () =>
        import('#web/conversation/staff/questions-page.tsx').then((page) => ({
          loader: page.createInboxLoader(api),
          Component: page.QuestionsPage,
        })),
    },
    {
      path: staffPatterns.reports,
      lazy: () =>
        import('#web/conversation/staff/reports-page.tsx').then((page) => ({
          loader: page.createReportsLoader(api),
          Component: page.ReportsPage,
        })),
    },
    {
      path: staffPatterns.writingBlocks,
      lazy: () =>
        import('#web/conversation/staff/writing-blocks-page.tsx').then((page) => ({
          loader: page.createWritingBlocksLoader(api),
          Component: page.WritingBlocksPage,
        })),
    },
    {
      path: staffPatterns.reviews,
      lazy: () =>
        import('#web/learning/staff/reviews-page.tsx').then((page) => ({
          loader: page.createReviewsLoader(api),
          Component: page.ReviewsPage,
        })),
    },
  ]
}
