/** Tells every tab of this browser that notifications were read. */
const channelName = 'cendaki-notifications'
const here = new EventTarget()

export function tellRead(): void {
  here.dispatchEvent(new Event('read'))
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  // A channel has no target origin: it reaches this origin only.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage('read')
  channel.close()
}

/** Calls the listener after notifications were read, in this tab or another one. Returns a function that ends it. */
export function onRead(listener: () => void): () => void {
  here.addEventListener('read', listener)
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
  channel?.addEventListener('message', listener)
  return () => {
    here.removeEventListener('read', listener)
    channel?.close()
  }
}
