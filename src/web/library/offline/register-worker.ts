import { currentBuild } from './save.ts'

/** Registers the service worker of a built site; tells when a newer one waits to take over. Gives back what stops listening. */
export function registerWorker(onUpdate: (apply: () => void) => void): () => void {
  // Pages served from their sources have no built files to keep.
  if (!('serviceWorker' in navigator) || !currentBuild()) return () => {}
  let stopped = false
  const offer = (worker: ServiceWorker) => {
    if (stopped) return
    onUpdate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      // A worker is no window: there is no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage('skip-waiting')
    })
  }
  const watch = (registration: ServiceWorkerRegistration) => {
    // The first one has nobody to replace.
    const isUpdate = () => navigator.serviceWorker.controller !== null
    if (registration.waiting && isUpdate()) offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && isUpdate()) offer(worker)
      })
    })
  }
  const register = () => {
    if (!stopped) navigator.serviceWorker.register('/sw.js').then(watch, () => {})
  }
  // After the page itself: its own files come first.
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
  return () => {
    stopped = true
    removeEventListener('load', register)
  }
}
