import type { RouteObject } from 'react-router'
import { patterns } from '#contract/paths.ts'
import { staffPatterns } from '#contract/staff-patterns.ts'
import type { Api } from '#web/identity/index.ts'
import type { PageHandle } from './page-handle.ts'

const privatePage: PageHandle = { private: true }

export function createAdminRoutes(api: Api): RouteObject[] {
  return [
    {
      path: patterns.adminStudents,
      handle: privatePage,
      lazy: () => import('#web/admin/users/users-page.tsx').then((page) => ({ loader: page.createUsersLoader(api), Component: page.UsersPage })),
    },
    {
      path: patterns.adminStudentCreate,
      handle: privatePage,
      lazy: () =>
        import('#web/admin/users/create-user-page.tsx').then((page) => ({
          loader: page.createCreateUserLoader(api),
          Component: page.CreateUserPage,
        })),
    },
    {
      path: patterns.adminStudent,
      handle: privatePage,
      lazy: () => import('#web/admin/users/user-page.tsx').then((page) => ({ loader: page.createUserLoader(api), Component: page.UserPage })),
    },
    {
      path: patterns.adminCategories,
      handle: privatePage,
      lazy: () =>
        import('#web/admin/categories/categories-page.tsx').then((page) => ({ loader: page.createCategoriesLoader(api), Component: page.CategoriesPage })),
    },
    {
      path: patterns.adminEbooks,
      handle: privatePage,
      lazy: () => import('#web/admin/library/ebooks-page.tsx').then((page) => ({ loader: page.createAdminEbooksLoader(api), Component: page.AdminEbooksPage })),
    },
    {
      path: patterns.adminEbookCreate,
      handle: privatePage,
      lazy: () =>
        import('#web/admin/library/create-ebook-page.tsx').then((page) => ({ loader: page.createCreateEbookLoader(api), Component: page.CreateEbookPage })),
    },
    {
      path: patterns.adminEbook,
      handle: privatePage,
      lazy: () => import('#web/admin/library/ebook-page.tsx').then((page) => ({ loader: page.createAdminEbookLoader(api), Component: page.AdminEbookPage })),
    },
    {
      path: patterns.adminEbookSection,
      handle: privatePage,
      lazy: () => import('#web/admin/library/section-page.tsx').then((page) => ({ loader: page.createSectionLoader(api), Component: page.SectionPage })),
    },
    {
      path: patterns.adminTips,
      handle: privatePage,
      lazy: () => import('#web/admin/library/tips-page.tsx').then((page) => ({ loader: page.createAdminTipsLoader(api), Component: page.AdminTipsPage })),
    },
    {
      path: patterns.adminTipCreate,
      handle: privatePage,
      lazy: () => import('#web/admin/library/create-tip-page.tsx').then((page) => ({ loader: page.createCreateTipLoader(api), Component: page.CreateTipPage })),
    },
    {
      path: patterns.adminTip,
      handle: privatePage,
      lazy: () => import('#web/admin/library/tip-page.tsx').then((page) => ({ loader: page.createAdminTipLoader(api), Component: page.AdminTipPage })),
    },
    {
      path: staffPatterns.tipPreview,
      handle: privatePage,
      lazy: () =>
        Promise.all([import('#web/admin/library/tip-preview-page.tsx'), import('#web/library/tip/tip-page.tsx')]).then(([page, { TipArticle }]) => ({
          loader: page.createTipPreviewLoader(api),
          Component: () => <page.TipPreviewPage Article={TipArticle} />,
        })),
    },
    {
      path: staffPatterns.reviews,
      handle: privatePage,
      lazy: () => import('#web/admin/reviews/reviews-page.tsx').then((page) => ({ loader: page.createReviewsLoader(api), Component: page.ReviewsPage })),
    },
    {
      path: patterns.adminCertificates,
      handle: privatePage,
      lazy: () =>
        import('#web/admin/certificates/certificates-page.tsx').then((page) => ({
          loader: page.createCertificatesLoader(api),
          Component: page.CertificatesPage,
        })),
    },
    {
      path: patterns.adminMails,
      handle: privatePage,
      lazy: () => import('#web/admin/logs/mails-page.tsx').then((page) => ({ loader: page.createMailsLoader(api), Component: page.MailsPage })),
    },
    {
      path: patterns.adminMail,
      handle: privatePage,
      lazy: () => import('#web/admin/logs/mail-page.tsx').then((page) => ({ loader: page.createMailLoader(api), Component: page.MailPage })),
    },
    {
      path: patterns.adminSettings,
      handle: privatePage,
      lazy: () =>
        import('#web/admin/settings/settings-page.tsx').then((page) => ({ loader: page.createAdminSettingsLoader(api), Component: page.AdminSettingsPage })),
    },
    {
      path: patterns.adminAudit,
      handle: privatePage,
      lazy: () => import('#web/admin/logs/audit-page.tsx').then((page) => ({ loader: page.createAuditLoader(api), Component: page.AuditPage })),
    },
    {
      path: staffPatterns.system,
      handle: privatePage,
      lazy: () => import('#web/admin/system/system-page.tsx').then((page) => ({ loader: page.createSystemLoader(api), Component: page.SystemPage })),
    },
    {
      path: staffPatterns.apiKeys,
      handle: privatePage,
      lazy: () => import('#web/admin/integrations/api-keys-page.tsx').then((page) => ({ loader: page.createApiKeysLoader(api), Component: page.ApiKeysPage })),
    },
    {
      path: staffPatterns.webhooks,
      handle: privatePage,
      lazy: () =>
        import('#web/admin/integrations/webhooks-page.tsx').then((page) => ({ loader: page.createWebhooksLoader(api), Component: page.WebhooksPage })),
    },
    {
      path: staffPatterns.webhook,
      handle: privatePage,
      lazy: () => import('#web/admin/integrations/webhook-page.tsx').then((page) => ({ loader: page.createWebhookLoader(api), Component: page.WebhookPage })),
    },
  ]
}
