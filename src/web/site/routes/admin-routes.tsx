import type { RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'
import { staffPages } from './staff-page.ts'

export function createAdminRoutes(api: Api): RouteObject[] {
  const page = staffPages(api)
  return [
    page(patterns.adminStudents, () => import('#web/identity/staff/users-page.tsx')),
    page(patterns.adminStudentCreate, () => import('#web/identity/staff/create-user-page.tsx')),
    page(patterns.adminStudent, () => import('#web/identity/staff/user-page.tsx')),
    page(staffPatterns.cohorts, () => import('#web/groups/staff/cohorts-page.tsx')),
    page(staffPatterns.cohort, () => import('#web/groups/staff/cohort-page.tsx')),
    page(staffPatterns.courseStudent, () => import('#web/catalog/staff/student-page.tsx')),
    page(patterns.adminCategories, () => import('#web/catalog/staff/categories-page.tsx')),
    page(patterns.adminEbooks, () => import('#web/library/staff/ebooks-page.tsx')),
    page(patterns.adminEbookCreate, () => import('#web/library/staff/create-ebook-page.tsx')),
    page(patterns.adminEbook, () => import('#web/library/staff/ebook-page.tsx')),
    page(patterns.adminEbookSection, () => import('#web/library/staff/section-page.tsx')),
    page(patterns.adminTips, () => import('#web/library/staff/tips-page.tsx')),
    page(patterns.adminTipCreate, () => import('#web/library/staff/create-tip-page.tsx')),
    page(patterns.adminTip, () => import('#web/library/staff/tip-page.tsx')),
    {
      path: staffPatterns.tipPreview,
      lazy: () =>
        Promise.all([import('#web/library/staff/tip-preview-page.tsx'), import('#web/library/tip-page.tsx')]).then(
          ([file, { TipArticle }]) => ({
            loader: file.createTipPreviewLoader(api),
            Component: () => <file.TipPreviewPage Article={TipArticle} />,
          }),
        ),
    },
    page(patterns.adminCertificates, () => import('#web/learning/staff/certificates-page.tsx')),
    page(patterns.adminMails, () => import('#web/site/staff/mails-page.tsx')),
    page(patterns.adminMail, () => import('#web/site/staff/mail-page.tsx')),
    page(patterns.adminSettings, () => import('#web/site/staff/settings-page.tsx')),
    page(staffPatterns.homeSettings, () => import('#web/site/staff/home-settings-page.tsx')),
    page(patterns.adminAudit, () => import('#web/site/staff/audit-page.tsx')),
    page(staffPatterns.system, () => import('#web/site/staff/system-page.tsx')),
    page(staffPatterns.apiKeys, () => import('#web/integrations/api-keys-page.tsx')),
    page(staffPatterns.webhooks, () => import('#web/integrations/webhooks-page.tsx')),
    page(staffPatterns.webhook, () => import('#web/integrations/webhook-page.tsx')),
  ]
}
