import type { LoaderFunction, RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import * as sourceFiles from '#web/source-files.ts'
import { NoAccessPage, NotFoundPage, RouteErrorPage } from '#web/site/error-pages.tsx'
import { SiteRoot, createSiteLoader } from '#web/site/site-root.tsx'
import { accountRoutes } from './account-routes.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { conversationRoutes } from './conversation-routes.ts'
import { libraryRoutes } from './library-routes.ts'
import { cachedPage, pageForAnyPath, privatePage, unlessOnlySearchChanged, type PageHandle } from './page-handle.ts'
import { PagePlaceholder } from './page-placeholder.tsx'
import { PlayerPlaceholder } from './private-placeholders.tsx'
import { sellingRoutes } from './selling-routes.ts'
import { studentAreaRoutes } from './student-area-routes.ts'

/** Parent of all pages, below which `entry-browser.tsx` adds the staff routes when they are first needed. */
export const pagesRouteId = 'pages'

/** All routes. The code of each page is loaded when it is first opened. `staffRoutes` come last, so that ids are the same without them. */
export function createRoutes(api: Api, staffRoutes: RouteObject | null): RouteObject[] {
  return [
    {
      id: 'site',
      loader: createSiteLoader(api),
      // Its data changes only there; other visits read them once.
      shouldRevalidate: ({ nextUrl }) =>
        [patterns.adminSettings, patterns.adminCategories].some((path) => nextUrl.pathname.startsWith(path)),
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
                import('#web/site/home-page.tsx').then((page) => ({
                  loader: page.createHomeLoader(api),
                  Component: page.HomePage,
                })),
            },

            ...catalogueRoutes(api),
            ...libraryRoutes(api),
            ...accountRoutes(api),
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
                import('#web/privacy/legal-page.tsx').then((page) => ({
                  loader: page.createLegalLoader(api, name),
                  Component: page.LegalPage,
                })),
            })),
            { path: patterns.noAccess, handle: { ...cachedPage, status: 403 }, Component: NoAccessPage },

            {
              path: patterns.certificate,
              handle: cachedPage,
              lazy: () =>
                import('#web/learning/certificate-page.tsx').then((page) => ({
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
            studentAreaRoutes(api),

            { path: '*', handle: pageForAnyPath, loader: notFound, Component: NotFoundPage },
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
