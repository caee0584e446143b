import type { RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'

export function createAdminRoutes(api: Api): RouteObject[] {
  return [
    {
      path: patterns.adminStudents,
      lazy: () =>
        import('#web/identity/staff/users-page.tsx').then((page) => ({
          loader: page.createUsersLoader(api),
          Component: page.UsersPage,
        })),
    },
    {
      path: patterns.adminStudentCreate,
      lazy: () =>
        import('#web/identity/staff/create-user-page.tsx').then((page) => ({
          loader: page.createCreateUserLoader(api),
          Component: page.CreateUserPage,
        })),
    },
    {
      path: patterns.adminStudent,
      lazy: () =>
        import('#web/identity/staff/user-page.tsx').then((page) => ({
          loader: page.createUserLoader(api),
          Component: page.UserPage,
        })),
    },
    {
      path: staffPatterns.cohorts,
      lazy: () =>
        import('#web/groups/staff/cohorts-page.tsx').then((page) => ({
          loader: page.createCohortsLoader(api),
          Component: page.CohortsPage,
        })),
    },
    {
      path: staffPatterns.cohort,
      lazy: () =>
        import('#web/groups/staff/cohort-page.tsx').then((page) => ({
          loader: page.createCohortLoader(api),
          Component: page.CohortPage,
        })),
    },
    {
      path: staffPatterns.courseStudent,
      lazy: () =>
        import('#web/catalog/staff/student-page.tsx').then((page) => ({
          loader: page.createCourseStudentLoader(api),
          Component: page.CourseStudentPage,
        })),
    },
    {
      path: patterns.adminCategories,
      lazy: () =>
        import('#web/catalog/staff/categories-page.tsx').then((page) => ({
          loader: page.createCategoriesLoader(api),
          Component: page.CategoriesPage,
        })),
    },
    {
      path: patterns.adminEbooks,
      lazy: () =>
        import('#web/library/staff/ebooks-page.tsx').then((page) => ({
          loader: page.createAdminEbooksLoader(api),
          Component: page.AdminEbooksPage,
        })),
    },
    {
      path: patterns.adminEbookCreate,
      lazy: () =>
        import('#web/library/staff/create-ebook-page.tsx').then((page) => ({
          loader: page.createCreateEbookLoader(api),
          Component: page.CreateEbookPage,
        })),
    },
    {
      path: patterns.adminEbook,
      lazy: () =>
        import('#web/library/staff/ebook-page.tsx').then((page) => ({
          loader: page.createAdminEbookLoader(api),
          Component: page.AdminEbookPage,
        })),
    },
    {
      path: patterns.adminEbookSection,
      lazy: () =>
        import('#web/library/staff/section-page.tsx').then((page) => ({
          loader: page.createSectionLoader(api),
          Component: page.SectionPage,
        })),
    },
    {
      path: patterns.adminTips,
      lazy: () =>
        import('#web/library/staff/tips-page.tsx').then((page) => ({
          loader: page.createAdminTipsLoader(api),
          Component: page.AdminTipsPage,
        })),
    },
    {
      path: patterns.adminTipCreate,
      lazy: () =>
        import('#web/library/staff/create-tip-page.tsx').then((page) => ({
          loader: page.createCreateTipLoader(api),
          Component: page.CreateTipPage,
        })),
    },
    {
      path: patterns.adminTip,
      lazy: () =>
        import('#web/library/staff/tip-page.tsx').then((page) => ({
          loader: page.createAdminTipLoader(api),
          Component: page.AdminTipPage,
        })),
    },
    {
      path: staffPatterns.tipPreview,
      lazy: () =>
        Promise.all([import('#web/library/staff/tip-preview-page.tsx'), import('#web/library/tip-page.tsx')]).then(
          ([page, { TipArticle }]) => ({
            loader: page.createTipPreviewLoader(api),
            Component: () => <page.TipPreviewPage Article={TipArticle} />,
          }),
        ),
    },
    {
      path: patterns.adminCertificates,
      lazy: () =>
        import('#web/learning/staff/certificates-page.tsx').then((page) => ({
          loader: page.createCertificatesLoader(api),
          Component: page.CertificatesPage,
        })),
    },
    {
      path: patterns.adminMails,
      lazy: () =>
        import('#web/site/staff/mails-page.tsx').then((page) => ({
          loader: page.createMailsLoader(api),
          Component: page.MailsPage,
        })),
    },
    {
      path: patterns.adminMail,
      lazy: () =>
        import('#web/site/staff/mail-page.tsx').then((page) => ({
          loader: page.createMailLoader(api),
          Component: page.MailPage,
        })),
    },
    {
      path: patterns.adminSettings,
      lazy: () =>
        import('#web/site/staff/settings-page.tsx').then((page) => ({
          loader: page.createAdminSettingsLoader(api),
          Component: page.AdminSettingsPage,
        })),
    },
    {
      path: staffPatterns.homeSettings,
      lazy: () =>
        import('#web/site/staff/home/home-settings-page.tsx').then((page) => ({
          loader: page.createHomeSettingsLoader(api),
          Component: page.HomeSettingsPage,
        })),
    },
    {
      path: patterns.adminAudit,
      lazy: () =>
        import('#web/site/staff/audit-page.tsx').then((page) => ({
          loader: page.createAuditLoader(api),
          Component: page.AuditPage,
        })),
    },
    {
      path: staffPatterns.system,
      lazy: () =>
        import('#web/site/staff/system-page.tsx').then((page) => ({
          loader: page.createSystemLoader(api),
          Component: page.SystemPage,
        })),
    },
    {
      path: staffPatterns.apiKeys,
      lazy: () =>
        import('#web/integrations/staff/api-keys-page.tsx').then((page) => ({
          loader: page.createApiKeysLoader(api),
          Component: page.ApiKeysPage,
        })),
    },
    {
      path: staffPatterns.webhooks,
      lazy: () =>
        import('#web/integrations/staff/webhooks-page.tsx').then((page) => ({
          loader: page.createWebhooksLoader(api),
          Component: page.WebhooksPage,
        })),
    },
    {
      path: staffPatterns.webhook,
      lazy: () =>
        import('#web/integrations/staff/webhook-page.tsx').then((page) => ({
          loader: page.createWebhookLoader(api),
          Component: page.WebhookPage,
        })),
    },
  ]
}
