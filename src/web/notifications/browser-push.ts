/** Push messages in this browser. */
export type BrowserPush = 'unsupported' | 'denied' | 'off' | 'on'

export const supportsPush = (): boolean =>
  typeof navigator !== 'undefined' &&
  'serviceWorker' in navigator &&
  'PushManager' in globalThis &&
  'Notification' in globalThis

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** The subscription of this browser as the server reads it; null without one. */
export async function readSubscription() {
  const found = supportsPush() && Notification.permission === 'granted' ? await findSubscription() : null
  return found && present(found)
}

function present(subscription: PushSubscription) {
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

/** Asks the person, then subscribes. Null when they said no. */
export async function subscribe(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration =
    (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register('/sw.js'))
  const ready = registration.active ? registration : await navigator.serviceWorker.ready
  return present(await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

export const unsubscribe = async (): Promise<void> => void (await (await findSubscription())?.unsubscribe())
