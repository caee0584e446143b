import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { Outlet, ScrollRestoration, useLoaderData, useLocation, useMatches, useNavigation } from 'react-router'
import { AccountMenu, LoginHost, type Api } from '#web/identity/index.ts'
import { hasSomethingKept, registerWorker } from '#web/library/offline/register-worker.ts'
import { AlertHost } from '#web/ui/alerts.tsx'
import { LoadingOverlayHost } from '#web/ui/loading-overlay.tsx'
import { SiteNameContext } from '#web/ui/page-head.tsx'
import { ToastHost } from '#web/ui/toast.tsx'
import type { PageHandle } from './routes.tsx'
import { useTabsInStep } from './use-tabs-in-step.ts'
import { SiteLayout } from './shell/site-layout.tsx'
import { SkipLink } from './shell/skip-link.tsx'

// Comes after the page; one that cannot come now is not missed.
const DeviceHost = lazy<ComponentType>(() => import('./device-host.tsx').then((host) => ({ default: host.DeviceHost })).catch(() => ({ default: () => null })))

/** What every page shows: the site's name and contact, the announcement, and the categories of the Kelas menu. */
export const createSiteLoader = (api: Api) => async () => {
  const [site, categories] = await Promise.all([api.open.site.showSite(), api.open.catalog.listCategories()])
  return { site: site.data, categories: categories.data }
}
export type SiteData = Awaited<ReturnType<ReturnType<typeof createSiteLoader>>>

export function SiteRoot() {
  const { site, categories } = useLoaderData<SiteData>()
  const ownShell = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.ownShell)
  const isLoading = useNavigation().state === 'loading'
  const [isAwake, setAwake] = useState(false)
  const { pathname } = useLocation()
  // A first visit has nothing to look after yet.
  useEffect(() => {
    if (hasSomethingKept()) setAwake(true)
  }, [pathname])
  useFocusOnNavigation()
  useTabsInStep()
  useEffect(() => {
    // From here on buttons do what they say; styles and tests go by it.
    document.documentElement.dataset.hydrated = ''
    registerWorker()
  }, [])
  return (
    <SiteNameContext value={site.name}>
      {isLoading && <div className="route-progress" aria-hidden />}
      {ownShell ? (
        <>
          <SkipLink />
          <Outlet />
        </>
      ) : (
        <SiteLayout site={site} categories={categories} account={<AccountMenu />}>
          <Outlet />
        </SiteLayout>
      )}
      <LoginHost />
      {isAwake && (
        <Suspense fallback={null}>
          <DeviceHost />
        </Suspense>
      )}
      <AlertHost />
      <ToastHost />
      <LoadingOverlayHost />
      <ScrollRestoration getKey={scrollKey} />
    </SiteNameContext>
  )
}

/** On a new page the reading position starts at its heading; filters and lessons that only change the query stay where they are. */
function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}

/** The first page of each visit has the same history key: its address tells it apart from the one before. */
const scrollKey = ({ key, pathname, search }: { key: string; pathname: string; search: string }): string => (key === 'default' ? pathname + search : key)
