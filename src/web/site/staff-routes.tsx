import type { LoaderFunction, RouteObject } from 'react-router'
import { patterns } from '#contract/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { createAdminRoutes } from './admin-routes.tsx'
import { NotFoundPage, RouteErrorPage } from './errors/error-pages.tsx'
import { PagePlaceholder } from './page-placeholder.tsx'
import type { PageHandle } from './routes.tsx'
import { createSalesPageRoutes } from './sales-routes.tsx'

const own: PageHandle = { private: true }

/** A broken frame has no `main` of its own. */
const FrameError = () => (
  <main id="konten">
    <RouteErrorPage />
  </main>
)
const FramePlaceholder = () => (
  <main id="konten">
    <PagePlaceholder />
  </main>
)

/** The staff's side. Visitors never load its code; each page guards itself, and the server decides. A new page gets a row here and in web/staff/staff-links.ts. */
export function createStaffRoutes(api: Api): RouteObject {
  return {
    path: patterns.admin,
    handle: { private: true, ownShell: true } satisfies PageHandle,
    ErrorBoundary: FrameError,
    HydrateFallback: FramePlaceholder,
    lazy: () => import('./staff-shell.tsx').then((page) => ({ loader: page.createStaffLayoutLoader(api), Component: page.StaffShell })),
    children: [
      {
        ErrorBoundary: RouteErrorPage,
        children: [
          {
            index: true,
            handle: own,
            lazy: () => import('#web/staff/overview-page.tsx').then((page) => ({ loader: page.createOverviewLoader(api), Component: page.OverviewPage })),
          },
          ...createSalesPageRoutes(api),
          ...createAdminRoutes(api),
          { path: '*', handle: own, loader: notFound, Component: NotFoundPage },
        ],
      },
    ],
  }
}

const notFound: LoaderFunction = () => {
  throw new Response(null, { status: 404 })
}
