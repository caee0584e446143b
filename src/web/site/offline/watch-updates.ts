import { acceptUpdate } from './saved-names.ts'
import { registerWorker } from './register-worker.ts'

/** Calls `onUpdate` when a newer service worker is waiting. Returns a function that stops listening. */
export function watchUpdates(onUpdate: (apply: () => void) => void): () => void {
  let stopped = false
  // The first worker is not an update.
  const isUpdate = () => !stopped && navigator.serviceWorker.controller !== null
  const offer = (worker: ServiceWorker) =>
    onUpdate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      // A worker is not a window: its postMessage takes no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(acceptUpdate)
    })
  void registerWorker().then((registration) => {
    if (registration?.waiting && isUpdate()) offer(registration.waiting)
    registration?.addEventListener('updatefound', () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && isUpdate()) offer(worker)
      })
    })
  })
  return () => {
    stopped = true
  }
}
