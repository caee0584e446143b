/** The keys of device-store.ts, `cendaki-<name>:<owner>:<id>`, and the lists of saved items and of recent searches. */
const dataKey = /^cendaki-((saved|searches)$|[a-z]+:[^:]+:)/

/** True when this browser has a service worker or stored data, so that DeviceHost is needed. */
export function hasDeviceData(): boolean {
  try {
    return Boolean(navigator.serviceWorker?.controller) || Object.keys(localStorage).some((key) => dataKey.test(key))
  } catch {
    return false
  }
}
