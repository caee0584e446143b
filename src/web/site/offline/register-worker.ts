import { currentBuild } from './current-build.ts'

let registration: Promise<ServiceWorkerRegistration | null> | undefined

/** Registers the service worker after the page has loaded, so that it does not delay it. Null where service workers are not available. */
export function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  registration ??= register()
  return registration
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  // The development server has no built files to cache.
  if (!('serviceWorker' in navigator) || !currentBuild()) return null
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  return navigator.serviceWorker.register('/sw.js').catch(() => null)
}
