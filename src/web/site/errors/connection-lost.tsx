import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { useRevalidator } from 'react-router'

// The service worker caches the code of this page. Without a service worker nothing is saved either.
const SavedSection = lazy<ComponentType>(() =>
  import('#web/library/offline/offline-page.tsx').then((page) => ({ default: page.SavedSection })).catch(() => ({ default: () => null })),
)

/** Below the message of a lost connection: what is saved on this device. */
export const SavedItems = () => (
  <Suspense fallback={null}>
    <SavedSection />
  </Suspense>
)

/** Loads the data of the page again when the connection returns. Returns the function of 'Coba lagi'. */
export function useRetryConnection(): () => void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const reload = () => void revalidate()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [revalidate])
  // A full reload also loads code that is missing. Without a network it would leave the site.
  return () => (navigator.onLine ? location.reload() : void revalidate())
}
