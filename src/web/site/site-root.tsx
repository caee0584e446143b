import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { Outlet, ScrollRestoration, useLoaderData, useLocation, useMatches, useNavigation } from 'react-router'
import { AccountMenu, LoginHost, type Api } from '#web/identity/index.ts'
import { onStorageChange } from '#web/kit/device/device-value.ts'
import { hasDeviceData } from '#web/kit/device/has-device-data.ts'
import { registerWorker } from './offline/register-worker.ts'
import { AlertHost } from '#web/kit/ui/feedback/alerts.tsx'
import { LoadingOverlayHost } from '#web/kit/ui/feedback/loading-overlay.tsx'
import { SiteNameContext } from '#web/kit/ui/page-head.tsx'
import { ProgressLine } from '#web/kit/ui/feedback/progress-line.tsx'
import { ToastHost } from '#web/kit/ui/feedback/toast.tsx'
import { useFocusHeading } from '#web/kit/ui/behaviour/use-focus-heading.ts'
import type { PageHandle } from './routes/page-handle.ts'
import { useKeptOffers } from './use-kept-offers.ts'
import { useSessionSync } from './use-session-sync.ts'
import { SiteLayout } from './shell/site-layout.tsx'
import { SkipLink } from './shell/skip-link.tsx'

// Loaded after the page; a failure to load it is ignored. The service worker caches it with the offline page.
const DeviceHost = lazy<ComponentType>(() =>
  import('./device-host.tsx').then((host) => ({ default: host.DeviceHost })).catch(() => ({ default: () => null })),
)

/** Data that every page shows: name and contact of the site, the announcement, and the categories of the Kelas menu. */
export const createSiteLoader = (api: Api) => async () => {
  const [site, categories] = await Promise.all([api.anonymous.site.showSite(), api.anonymous.catalog.listCategories()])
  return { site: site.data, categories: categories.data }
}
export type SiteData = Awaited<ReturnType<ReturnType<typeof createSiteLoader>>>

export function SiteRoot() {
  const { site, categories } = useLoaderData<SiteData>()
  const ownShell = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.ownShell)
  const isLoading = useNavigation().state === 'loading'
  const [isDeviceHostNeeded, setDeviceHostNeeded] = useState(false)
  const { pathname } = useLocation()
  // Not needed on a first visit, which has no stored data until the visitor studies or reads.
  useEffect(() => {
    const check = () => hasDeviceData() && setDeviceHostNeeded(true)
    check()
    return onStorageChange(check)
  }, [pathname])
  // A navigation that only changes the query (filters) keeps the focus.
  useFocusHeading(pathname)
  useEffect(() => {
    // Loaded with the first press: most visits read only.
    const start = (event: Event) => {
      const path = event.composedPath()
      void import('#web/kit/ui/behaviour/keep-focus.ts').then(({ keepFocus }) => keepFocus(path)).catch(() => {})
    }
    addEventListener('click', start, { once: true, capture: true })
    return () => removeEventListener('click', start, true)
  }, [])
  useSessionSync()
  useKeptOffers()
  useEffect(() => {
    // Marks that the page is interactive, for styles and tests.
    document.documentElement.dataset.hydrated = ''
    registerWorker()
  }, [])
  return (
    <SiteNameContext value={site.name}>
      {isLoading && <ProgressLine />}
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
      {isDeviceHostNeeded && (
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

/** A link to a place on the same page adds a history entry without a key of its own, so its URL identifies it. */
const scrollKey = ({ key, pathname, search }: { key: string; pathname: string; search: string }): string =>
  key === 'default' ? pathname + search : key
