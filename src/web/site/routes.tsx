import { redirect, type LoaderFunction, type RouteObject, type ShouldRevalidateFunction } from 'react-router'
import { paths, patterns } from '#contract/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { NoAccessPage, NotFoundPage, RouteErrorPage } from './errors/error-pages.tsx'
import { PagePlaceholder } from './page-placeholder.tsx'
import { PlayerPlaceholder, StudentPlaceholder } from './private-placeholders.tsx'
import { SiteRoot, createSiteLoader } from './site-root.tsx'
import { createStaffRoutes } from './staff-routes.tsx'

/** How the server treats an address. Without `memory` each request is rendered anew. */
export type PageHandle = {
  /** The query parameters the page knows; up to `keptParameters` of them are remembered, all others are dropped. */
  memory?: readonly string[]
  keptParameters?: number
  /** The visitor's own page: the server sends its frame only, the same for everyone. */
  private?: true
  /** It stands without the public header and footer, and brings its own `main`. */
  ownShell?: true
  /** The source file of the page, as `lazy` imports it: the browser is told of its files at once, instead of finding them one after the other. */
  file?: string
}

const remembered: PageHandle = { memory: [] }
const listing: PageHandle = { memory: ['q', 'category', 'group', 'level', 'type', 'promo', 'sort', 'page'], keptParameters: 2 }
const reading: PageHandle = { memory: ['q', 'type', 'tag', 'page'], keptParameters: 2 }
const own: PageHandle = { private: true }

const redirectTo =
  (target: (params: Record<string, string | undefined>) => string, status = 302): LoaderFunction =>
  ({ params }) =>
    redirect(target(params), status)

/** One course is fetched once; its lessons are chosen by the search part, at once and without asking again. */
const unlessOnlySearchChanged: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

/** An e-book is fetched once; a section is chosen by the search part. Its plain address asks anew: a purchase ends there. */
const unlessAnotherSection: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && nextUrl.searchParams.has('bagian') ? false : defaultShouldRevalidate

/** Every page of the product on one screen. Each is fetched when it is first opened. */
export function createRoutes(api: Api): RouteObject[] {
  return [
    {
      id: 'site',
      loader: createSiteLoader(api),
      shouldRevalidate: () => false,
      Component: SiteRoot,
      ErrorBoundary: RouteErrorPage,
      HydrateFallback: PagePlaceholder,
      children: [
        {
          ErrorBoundary: RouteErrorPage,
          HydrateFallback: PagePlaceholder,
          children: [
            {
              path: patterns.home,
              handle: { ...remembered, file: 'src/web/site/home/home-page.tsx' },
              lazy: () => import('./home/home-page.tsx').then((page) => ({ loader: page.createHomeLoader(api), Component: page.HomePage })),
            },

            // Catalogue. The address of one course wins over a keyword because it has more parts.
            {
              path: patterns.sale,
              handle: { ...listing, file: 'src/web/catalog/catalogue-page.tsx' },
              lazy: () => import('#web/catalog/catalogue-page.tsx').then((page) => ({ loader: page.createSaleLoader(api), Component: page.SalePage })),
            },
            {
              path: patterns.catalogue,
              handle: { ...listing, file: 'src/web/catalog/catalogue-page.tsx' },
              lazy: () =>
                import('#web/catalog/catalogue-page.tsx').then((page) => ({ loader: page.createCatalogueLoader(api), Component: page.CataloguePage })),
            },
            {
              path: patterns.keyword,
              handle: { ...listing, keptParameters: 1, file: 'src/web/catalog/catalogue-page.tsx' },
              lazy: () => import('#web/catalog/catalogue-page.tsx').then((page) => ({ loader: page.createKeywordLoader(api), Component: page.KeywordPage })),
            },
            {
              path: patterns.search,
              handle: { memory: ['q'], keptParameters: 0, file: 'src/web/site/search.tsx' },
              lazy: () => import('./search.tsx').then((page) => ({ loader: page.createSearchLoader(api), Component: page.Search })),
            },
            {
              path: patterns.courseDetail,
              handle: { ...remembered, file: 'src/web/site/course-detail.tsx' },
              lazy: () =>
                import('./course-detail.tsx').then((page) => ({
                  loader: page.createCourseLoader(api),
                  Component: page.CourseDetail,
                  ErrorBoundary: page.OwnCourseOrError,
                })),
            },
            { path: patterns.courseShort, handle: remembered, loader: redirectTo(({ courseId }) => paths.courseDetail({ courseId: courseId ?? '' }), 301) },

            // E-books and tips.
            {
              path: patterns.ebooks,
              handle: { ...reading, file: 'src/web/library/lists/ebooks-page.tsx' },
              lazy: () => import('#web/library/lists/ebooks-page.tsx').then((page) => ({ loader: page.createEbooksLoader(api), Component: page.EbooksPage })),
            },
            {
              path: patterns.reader,
              handle: { memory: ['bagian'], keptParameters: 1, ownShell: true, file: 'src/web/site/reader.tsx' } satisfies PageHandle,
              shouldRevalidate: unlessAnotherSection,
              lazy: () =>
                import('./reader.tsx').then((page) => ({ loader: page.createReaderLoader(api), Component: page.Reader, ErrorBoundary: page.ReaderError })),
            },
            {
              path: patterns.tips,
              handle: { ...reading, file: 'src/web/library/lists/tips-page.tsx' },
              lazy: () => import('#web/library/lists/tips-page.tsx').then((page) => ({ loader: page.createTipsLoader(api), Component: page.TipsPage })),
            },
            {
              path: patterns.tip,
              handle: { ...remembered, file: 'src/web/library/tip/tip-page.tsx' },
              lazy: () => import('#web/library/tip/tip-page.tsx').then((page) => ({ loader: page.createTipLoader(api), Component: page.TipPage })),
            },

            // Accounts.
            {
              path: patterns.signIn,
              handle: { ...remembered, file: 'src/web/identity/sign-in-page.tsx' },
              lazy: () => import('#web/identity/sign-in-page.tsx').then((page) => ({ loader: page.createSignInLoader(api), Component: page.SignInPage })),
            },
            {
              path: patterns.signUp,
              handle: { ...remembered, file: 'src/web/identity/sign-up-page.tsx' },
              lazy: () => import('#web/identity/sign-up-page.tsx').then((page) => ({ loader: page.createSignUpLoader(api), Component: page.SignUpPage })),
            },
            {
              path: patterns.forgotPassword,
              handle: { ...remembered, file: 'src/web/identity/forgot-password-page.tsx' },
              lazy: () => import('#web/identity/forgot-password-page.tsx').then((page) => ({ Component: page.ForgotPasswordPage })),
            },
            {
              path: patterns.resetPassword,
              handle: remembered,
              lazy: () => import('#web/identity/reset-password-page.tsx').then((page) => ({ Component: page.ResetPasswordPage })),
            },
            {
              path: patterns.verifyEmail,
              handle: remembered,
              lazy: () => import('#web/identity/verify-email-page.tsx').then((page) => ({ Component: page.VerifyEmailPage })),
            },
            {
              path: patterns.changeEmail,
              handle: remembered,
              lazy: () => import('#web/identity/change-email-page.tsx').then((page) => ({ Component: page.ChangeEmailPage })),
            },
            { path: patterns.studentSignIn, handle: remembered, loader: redirectTo(() => paths.signIn()) },
            { path: patterns.adminSignIn, handle: remembered, loader: redirectTo(() => paths.signIn()) },
            // The service worker keeps it, with all that it runs on (public/sw.js names its file).
            {
              path: patterns.offline,
              handle: remembered,
              lazy: () => import('#web/library/offline/offline-page.tsx').then((page) => ({ Component: page.OfflinePage })),
            },
            { path: patterns.noAccess, handle: remembered, Component: NoAccessPage },

            {
              path: patterns.certificate,
              handle: remembered,
              lazy: () =>
                import('#web/learning/certificate/certificate-page.tsx').then((page) => ({
                  loader: page.createCertificateLoader(api),
                  Component: page.CertificatePage,
                })),
            },

            // Learning and buying: one's own pages.
            {
              path: patterns.player,
              handle: own,
              HydrateFallback: PlayerPlaceholder,
              shouldRevalidate: unlessOnlySearchChanged,
              lazy: () => import('./player.tsx').then((page) => ({ loader: page.createPlayerLoader(api), Component: page.Player })),
            },
            {
              path: patterns.invoice,
              handle: own,
              lazy: () => import('#web/commerce/invoice-page.tsx').then((page) => ({ loader: page.createInvoiceLoader(api), Component: page.InvoicePage })),
            },
            {
              path: patterns.successCheckout,
              handle: remembered,
              lazy: () => import('#web/commerce/success-checkout-page.tsx').then((page) => ({ Component: page.SuccessCheckoutPage })),
            },
            {
              path: patterns.student,
              handle: own,
              lazy: () => import('./student-layout.tsx').then((page) => ({ loader: page.createStudentLayoutLoader(api), Component: page.StudentLayout })),
              HydrateFallback: StudentPlaceholder,
              children: [
                {
                  // What fails here leaves the area's menu standing.
                  lazy: () => import('./student-error.tsx').then((page) => ({ ErrorBoundary: page.StudentError })),
                  children: [
                    {
                      index: true,
                      handle: own,
                      lazy: () =>
                        import('./student-dashboard.tsx').then((page) => ({ loader: page.createDashboardLoader(api), Component: page.StudentDashboard })),
                    },
                    {
                      path: patterns.settings,
                      handle: own,
                      lazy: () => import('./settings.tsx').then((page) => ({ loader: page.createSettingsLoader(api), Component: page.Settings })),
                    },
                    {
                      path: patterns.myCourses,
                      handle: own,
                      lazy: () =>
                        import('#web/learning/my-courses-page.tsx').then((page) => ({
                          loader: page.createMyCoursesLoader(api),
                          Component: page.MyCoursesPage,
                        })),
                    },
                    {
                      path: patterns.progress,
                      handle: own,
                      lazy: () =>
                        import('#web/learning/progress/progress-page.tsx').then((page) => ({
                          loader: page.createProgressLoader(api),
                          Component: page.ProgressPage,
                        })),
                    },
                    {
                      path: patterns.resume,
                      handle: own,
                      lazy: () =>
                        import('#web/learning/resume/resume-page.tsx').then((page) => ({ loader: page.createResumeLoader(api), Component: page.ResumePage })),
                    },
                    {
                      path: patterns.transactions,
                      handle: own,
                      lazy: () =>
                        import('#web/commerce/transactions-page.tsx').then((page) => ({
                          loader: page.createTransactionsLoader(api),
                          Component: page.TransactionsPage,
                        })),
                    },
                  ],
                },
              ],
            },
            createStaffRoutes(api),

            { path: '*', loader: notFound, Component: NotFoundPage },
          ],
        },
      ],
    },
  ]
}

const notFound: LoaderFunction = () => {
  throw new Response(null, { status: 404 })
}
