import type { RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { privatePage } from './page-handle.ts'

/** Private pages that notifications and mails link to. */
export const conversationRoutes = (api: Api): RouteObject[] => [
  {
    path: patterns.question,
    handle: privatePage,
    lazy: () =>
      import('#web/conversation/question-page.tsx').then((page) => ({
        loader: page.createQuestionLoader(api),
        Component: page.QuestionPage,
      })),
  },
  {
    path: patterns.announcement,
    handle: privatePage,
    lazy: () =>
      import('#web/conversation/announcement-page.tsx').then((page) => ({
        loader: page.createAnnouncementLoader(api),
        Component: page.AnnouncementPage,
      })),
  },
  {
    path: patterns.invitations,
    handle: privatePage,
    lazy: () =>
      import('#web/learning/invitations-page.tsx').then((page) => ({
        loader: page.createInvitationsLoader(api),
        Component: page.InvitationsPage,
      })),
  },
  {
    path: patterns.unsubscribe,
    handle: privatePage,
    lazy: () =>
      import('#web/notifications/unsubscribe-page.tsx').then((page) => ({
        loader: page.createUnsubscribeLoader(api),
        Component: page.UnsubscribePage,
      })),
  },
]

/** In the student area. */
export const notificationsRoute = (api: Api): RouteObject => ({
  path: patterns.notifications,
  lazy: () =>
    import('#web/notifications/notifications-page.tsx').then((page) => ({
      loader: page.createNotificationsLoader(api),
      Component: page.NotificationsPage,
    })),
})
