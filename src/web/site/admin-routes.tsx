import type { RouteObject } from 'react-router'
import { patterns } from '#contract/paths.ts'
import type { Api } from '#web/identity/index.ts'
import type { PageHandle } from './routes.tsx'

const own: PageHandle = { private: true }

/** The staff's pages that only admins enter. */
export function createAdminRoutes(api: Api): RouteObject[] {
  return [
    {
      path: patterns.adminStudents,
      handle: own,
      lazy: () => import('#web/admin/students/students-page.tsx').then((page) => ({ loader: page.createStudentsLoader(api), Component: page.StudentsPage })),
    },
    {
      path: patterns.adminStudentCreate,
      handle: own,
      lazy: () =>
        import('#web/admin/students/create-student-page.tsx').then((page) => ({
          loader: page.createCreateStudentLoader(api),
          Component: page.CreateStudentPage,
        })),
    },
    {
      path: patterns.adminStudent,
      handle: own,
      lazy: () => import('#web/admin/students/student-page.tsx').then((page) => ({ loader: page.createStudentLoader(api), Component: page.StudentPage })),
    },
    {
      path: patterns.adminCategories,
      handle: own,
      lazy: () =>
        import('#web/admin/categories/categories-page.tsx').then((page) => ({ loader: page.createCategoriesLoader(api), Component: page.CategoriesPage })),
    },
    {
      path: patterns.adminCertificates,
      handle: own,
      lazy: () =>
        import('#web/admin/certificates/certificates-page.tsx').then((page) => ({
          loader: page.createCertificatesLoader(api),
          Component: page.CertificatesPage,
        })),
    },
    {
      path: patterns.adminMails,
      handle: own,
      lazy: () => import('#web/admin/logs/mails-page.tsx').then((page) => ({ loader: page.createMailsLoader(api), Component: page.MailsPage })),
    },
    {
      path: patterns.adminMail,
      handle: own,
      lazy: () => import('#web/admin/logs/mail-page.tsx').then((page) => ({ loader: page.createMailLoader(api), Component: page.MailPage })),
    },
    {
      path: patterns.adminSettings,
      handle: own,
      lazy: () => import('#web/admin/settings/settings-page.tsx').then((page) => ({ loader: page.createSettingsLoader(api), Component: page.SettingsPage })),
    },
    {
      path: patterns.adminAudit,
      handle: own,
      lazy: () => import('#web/admin/logs/audit-page.tsx').then((page) => ({ loader: page.createAuditLoader(api), Component: page.AuditPage })),
    },
  ]
}
