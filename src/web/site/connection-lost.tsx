import { lazy, Suspense, type ComponentType } from 'react'

// The service worker caches the code of the offline page. Without a service worker nothing is saved either.
const SavedSection = lazy<ComponentType>(() =>
  import('#web/site/offline/offline-page.tsx').then(
    (page) => ({ default: page.SavedSection }),
    () => ({ default: () => null }),
  ),
)

/** Below the message of a lost connection: what is saved on this device. */
export const SavedItems = () => (
  <Suspense>
    <SavedSection />
  </Suspense>
)
