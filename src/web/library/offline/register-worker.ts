import { currentBuild } from './current-build.ts'

let registration: Promise<ServiceWorkerRegistration | null> | undefined

/** Registers the service worker of a built site, after the page itself: its own files come first. Null where there can be none. */
export function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  registration ??= register()
  return registration
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  // Pages served from their sources have no built files to keep.
  if (!('serviceWorker' in navigator) || !currentBuild()) return null
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  return navigator.serviceWorker.register('/sw.js').catch(() => null)
}

/** Does this browser hold anything of ours that must be looked after: a worker, saved content, reading, studies? */
export function hasSomethingKept(): boolean {
  try {
    return Boolean(navigator.serviceWorker?.controller) || Object.keys(localStorage).some((key) => /^cendaki-(saved|reading|progress|note|positions)/.test(key))
  } catch {
    return false
  }
}
