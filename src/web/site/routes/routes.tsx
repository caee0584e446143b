import { redirect, type LoaderFunction, type RouteObject, type ShouldRevalidateFunction } from 'react-router'
import { paths, patterns } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import * as sourceFiles from '#web/source-files.ts'
import { NoAccessPage, NotFoundPage, RouteErrorPage } from '#web/site/errors/error-pages.tsx'
import { PagePlaceholder } from './page-placeholder.tsx'
import { conversationRoutes, notificationsRoute } from './conversation-routes.tsx'
import { sellingRoutes, wishlistRoute } from './selling-routes.tsx'
import { PlayerPlaceholder, StudentPlaceholder } from './private-placeholders.tsx'
import { SiteRoot, createSiteLoader } from '#web/site/site-root.tsx'
import type { PageHandle } from './page-handle.ts'

const cachedPage: PageHandle = { cacheParameters: [] }
const courseList: PageHandle = {
  cacheParameters: ['q', 'category', 'group', 'level', 'type', 'promo', 'sort', 'page'],
  maxCachedParameters: 2,
}
const libraryList: PageHandle = { cacheParameters: ['q', 'type', 'tag', 'page'], maxCachedParameters: 2 }
const privatePage: PageHandle = { private: true }

const redirectTo =
  (target: (params: Record<string, string | undefined>) => string, status = 302): LoaderFunction =>
  ({ params }) =>
    redirect(target(params), status)

/** A course is loaded once; the query string selects the lesson without loading again. The lists of the student area are narrowed in the browser. */
const unlessOnlySearchChanged: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

/** An e-book is loaded once; the query string selects the section. A purchase reloads it at the same URL. */
const unlessAnotherSection: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && nextUrl.searchParams.has('bagian')
    ? false
    : defaultShouldRevalidate

/** Parent of all pages, below which `entry-browser.tsx` adds the staff routes when they are first needed. */
export const pagesRouteId = 'pages'

/** Both pages in one chunk, because every page lists the chunks that it may load. */
const studentLists = () => import('#web/site/student-area/pages.ts')

/** All routes. The code of each page is loaded when it is first opened. `staffRoutes` come last, so that ids are the same without them. */
export function createRoutes(api: Api, staffRoutes: RouteObject | null): RouteObject[] {
  return [
    {
      id: 'site',
      loader: createSiteLoader(api),
      // Its data changes only there; other visits read them once.
      shouldRevalidate: ({ nextUrl }) =>
        [patterns.adminSettings, patterns.adminCategories].some((path) => path === nextUrl.pathname),
      Component: SiteRoot,
      ErrorBoundary: RouteErrorPage,
      HydrateFallback: PagePlaceholder,
      children: [
        {
          id: pagesRouteId,
          ErrorBoundary: RouteErrorPage,
          HydrateFallback: PagePlaceholder,
          children: [
            {
              path: patterns.home,
              handle: { ...cachedPage, file: sourceFiles.home },
              lazy: () =>
                import('#web/site/home/home-page.tsx').then((page) => ({
                  loader: page.createHomeLoader(api),
                  Component: page.HomePage,
                })),
            },

            // Catalogue. The course path takes precedence over the keyword path, because it has more segments.
            {
              path: patterns.sale,
              handle: { ...courseList, file: sourceFiles.catalogue },
              lazy: () =>
                import('#web/catalog/lists/catalogue-page.tsx').then((page) => ({
                  loader: page.createSaleLoader(api),
                  Component: page.SalePage,
                })),
            },
            {
              path: patterns.catalogue,
              handle: { ...courseList, file: sourceFiles.catalogue },
              lazy: () =>
                import('#web/catalog/lists/catalogue-page.tsx').then((page) => ({
                  loader: page.createCatalogueLoader(api),
                  Component: page.CataloguePage,
                })),
            },
            {
              path: patterns.keyword,
              handle: { ...courseList, maxCachedParameters: 1, hasFreeTextPath: true, file: sourceFiles.catalogue },
              lazy: () =>
                import('#web/catalog/lists/catalogue-page.tsx').then((page) => ({
                  loader: page.createKeywordLoader(api),
                  Component: page.KeywordPage,
                })),
            },
            {
              path: patterns.search,
              handle: { cacheParameters: ['q'], maxCachedParameters: 0, file: sourceFiles.search },
              lazy: () =>
                import('#web/site/slots/search-slots.tsx').then((page) => ({
                  loader: page.createSearchLoader(api),
                  Component: page.Search,
                })),
            },
            {
              path: patterns.courseDetail,
              handle: { ...cachedPage, file: sourceFiles.courseDetail },
              lazy: () =>
                import('#web/site/slots/course-page-slots.tsx').then((page) => ({
                  loader: page.createCourseLoader(api),
                  Component: page.CourseDetail,
                  ErrorBoundary: page.UnpublishedCourseOrError,
                })),
            },
            {
              path: patterns.courseShort,
              handle: cachedPage,
              loader: redirectTo(({ courseId }) => paths.courseDetail({ courseId: courseId ?? '' }), 301),
            },

            // E-books and tips.
            {
              path: patterns.ebooks,
              handle: { ...libraryList, file: sourceFiles.ebooks },
              lazy: () =>
                import('#web/library/lists/ebooks-page.tsx').then((page) => ({
                  loader: page.createEbooksLoader(api),
                  Component: page.EbooksPage,
                })),
            },
            {
              path: patterns.reader,
              handle: {
                cacheParameters: ['bagian'],
                maxCachedParameters: 1,
                ownShell: true,
                file: sourceFiles.reader,
              } satisfies PageHandle,
              shouldRevalidate: unlessAnotherSection,
              lazy: () =>
                import('#web/site/slots/reader-slots.tsx').then((page) => ({
                  loader: page.createReaderLoader(api),
                  Component: page.Reader,
                  ErrorBoundary: page.ReaderError,
                })),
            },
            {
              path: patterns.tips,
              handle: { ...libraryList, file: sourceFiles.tips },
              lazy: () =>
                import('#web/library/lists/tips-page.tsx').then((page) => ({
                  loader: page.createTipsLoader(api),
                  Component: page.TipsPage,
                })),
            },
            {
              path: patterns.tip,
              handle: { ...cachedPage, file: sourceFiles.tip },
              lazy: () =>
                import('#web/site/slots/tip-slots.tsx').then((page) => ({
                  loader: page.createTipLoader(api),
                  Component: page.Tip,
                })),
            },

            // Accounts.
            {
              path: patterns.signIn,
              handle: { ...cachedPage, file: sourceFiles.signIn },
              lazy: () =>
                import('#web/identity/sign-in/sign-in-page.tsx').then((page) => ({
                  loader: page.createSignInLoader(api),
                  Component: page.SignInPage,
                })),
            },
            {
              path: patterns.signUp,
              handle: { ...cachedPage, file: sourceFiles.signUp },
              lazy: () =>
                import('#web/identity/sign-in/sign-up-page.tsx').then((page) => ({
                  loader: page.createSignUpLoader(api),
                  Component: page.SignUpPage,
                })),
            },
            {
              path: patterns.forgotPassword,
              handle: { ...cachedPage, file: sourceFiles.forgotPassword },
              lazy: () =>
                import('#web/identity/sign-in/forgot-password-page.tsx').then((page) => ({
                  Component: page.ForgotPasswordPage,
                })),
            },
            {
              path: patterns.resetPassword,
              handle: cachedPage,
              lazy: () =>
                import('#web/identity/sign-in/reset-password-page.tsx').then((page) => ({
                  Component: page.ResetPasswordPage,
                })),
            },
            {
              path: patterns.verifyEmail,
              handle: cachedPage,
              lazy: () =>
                import('#web/identity/sign-in/verify-email-page.tsx').then((page) => ({
                  Component: page.VerifyEmailPage,
                })),
            },
            {
              path: patterns.changeEmail,
              handle: cachedPage,
              lazy: () =>
                import('#web/identity/sign-in/change-email-page.tsx').then((page) => ({
                  Component: page.ChangeEmailPage,
                })),
            },
            { path: patterns.studentSignIn, handle: cachedPage, loader: redirectTo(() => paths.signIn()) },
            { path: patterns.adminSignIn, handle: cachedPage, loader: redirectTo(() => paths.signIn()) },
            // The service worker (public/sw.js) caches this page and the files that its HTML names.
            {
              path: patterns.offline,
              handle: { ...cachedPage, file: sourceFiles.offline },
              lazy: () =>
                import('#web/site/offline/offline-page.tsx').then((page) => ({ Component: page.OfflinePage })),
            },
            ...(['terms', 'refunds', 'privacy'] as const).map((name) => ({
              path: patterns[name],
              handle: { cacheParameters: ['versi'], maxCachedParameters: 1 } satisfies PageHandle,
              lazy: () =>
                import('#web/privacy/legal/legal-page.tsx').then((page) => ({
                  loader: page.createLegalLoader(api, name),
                  Component: page.LegalPage,
                })),
            })),
            { path: patterns.noAccess, handle: { ...cachedPage, status: 403 }, Component: NoAccessPage },

            {
              path: patterns.certificate,
              handle: cachedPage,
              lazy: () =>
                import('#web/learning/certificate/certificate-page.tsx').then((page) => ({
                  loader: page.createCertificateLoader(api),
                  Component: page.CertificatePage,
                })),
            },

            // Learning and buying: private pages.
            {
              path: patterns.player,
              handle: privatePage,
              HydrateFallback: PlayerPlaceholder,
              shouldRevalidate: unlessOnlySearchChanged,
              lazy: () =>
                import('#web/site/slots/player-slots.tsx').then((page) => ({
                  loader: page.createPlayerLoader(api),
                  Component: page.Player,
                })),
            },
            ...conversationRoutes(api),
            ...sellingRoutes(api),
            {
              path: patterns.invoice,
              handle: privatePage,
              lazy: () =>
                import('#web/commerce/transactions/invoice-page.tsx').then((page) => ({
                  loader: page.createInvoiceLoader(api),
                  Component: page.InvoicePage,
                })),
            },
            {
              path: patterns.successCheckout,
              handle: cachedPage,
              lazy: () =>
                import('#web/commerce/checkout/success-checkout-page.tsx').then((page) => ({
                  Component: page.SuccessCheckoutPage,
                })),
            },
            {
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
                      handle: privatePage,
                      lazy: () =>
                        import('#web/site/slots/dashboard-slots.tsx').then((page) => ({
                          loader: page.createDashboardLoader(api),
                          Component: page.StudentDashboard,
                        })),
                    },
                    {
                      path: patterns.settings,
                      handle: privatePage,
                      lazy: () =>
                        import('#web/site/slots/settings-slots.tsx').then((page) => ({
                          loader: page.createSettingsLoader(api),
                          Component: page.Settings,
                        })),
                    },
                    {
                      path: patterns.myCourses,
                      handle: privatePage,
                      shouldRevalidate: unlessOnlySearchChanged,
                      lazy: () =>
                        studentLists().then((page) => ({
                          loader: page.createMyItemsLoader(api),
                          Component: page.MyItemsPage,
                        })),
                    },
                    {
                      path: patterns.myNotes,
                      handle: privatePage,
                      lazy: () =>
                        studentLists().then((page) => ({
                          loader: page.createMyNotesLoader(api),
                          Component: page.MyNotesPage,
                        })),
                    },
                    notificationsRoute(api),
                    wishlistRoute(api),
                    {
                      path: patterns.progress,
                      handle: privatePage,
                      lazy: () =>
                        import('#web/learning/progress/progress-page.tsx').then((page) => ({
                          loader: page.createProgressLoader(api),
                          Component: page.ProgressPage,
                        })),
                    },
                    {
                      path: patterns.resume,
                      handle: privatePage,
                      lazy: () =>
                        import('#web/learning/cv/cv-page.tsx').then((page) => ({
                          loader: page.createCvLoader(api),
                          Component: page.CvPage,
                        })),
                    },
                    {
                      path: patterns.transactions,
                      handle: privatePage,
                      lazy: () =>
                        import('#web/commerce/transactions/transactions-page.tsx').then((page) => ({
                          loader: page.createTransactionsLoader(api),
                          Component: page.TransactionsPage,
                        })),
                    },
                  ],
                },
              ],
            },

            { path: '*', loader: notFound, Component: NotFoundPage },
            ...(staffRoutes ? [staffRoutes] : []),
          ],
        },
      ],
    },
  ]
}

const notFound: LoaderFunction = () => {
  throw new Response(null, { status: 404 })
}
