import { registerWorker } from './register-worker.ts'

/** Tells when a newer version of the site waits to take over. Gives back what stops listening. */
export function watchUpdates(onUpdate: (apply: () => void) => void): () => void {
  let stopped = false
  // The first worker has nobody to replace.
  const isUpdate = () => !stopped && navigator.serviceWorker.controller !== null
  const offer = (worker: ServiceWorker) =>
    onUpdate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      // A worker is no window: there is no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage('skip-waiting')
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
